import type { HostPorts } from '@agent-mem/service-kit';

/** HostPorts of a process that can die: from then on nothing it does reaches anybody, and nothing answers it. */
export function mortal(ports: HostPorts): { readonly ports: HostPorts; kill(): void } {
  let isDead = false;
  const dying = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, name) {
        const member = Reflect.get(target, name);
        if (typeof member !== 'function' || name === Symbol.asyncDispose) return member;
        return (...args: unknown[]) => (isDead ? new Promise(() => undefined) : Reflect.apply(member, target, args));
      },
    });
  return {
    ports: { ...ports, bus: dying(ports.bus), keyValue: dying(ports.keyValue) },
    kill: () => {
      isDead = true;
    },
  };
}
