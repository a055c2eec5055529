import { performance } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from 'prom-client';

/**
 * Figures of the process itself, under the names that Node's programs give them. They are read at each scrape. Hosts of one process show the same: it has one heap
 * and one event loop. The library's own set would also wake the process a hundred times a second, to measure how late its timers are.
 */
export function processFigures(registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory of the process',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: 'nodejs_heap_size_used_bytes',
    help: 'What JavaScript has allocated and the collector has not freed',
    registers,
    collect() {
      this.set(process.memoryUsage().heapUsed);
    },
  });
  new Gauge({
    name: 'nodejs_active_resources',
    help: 'Sockets, timers and other resources that are open, by type',
    labelNames: ['type'],
    registers,
    collect() {
      this.reset();
      for (const type of process.getActiveResourcesInfo()) this.inc({ type });
    },
  });
  sum('process_cpu_seconds_total', 'Time of processors that the process took', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  });
  sum(
    'nodejs_eventloop_active_seconds_total',
    'Time in which the event loop was at work: a rate near 1 leaves no room',
    () => performance.eventLoopUtilization().active / 1_000,
  );

  /** A sum that Node counts itself. */
  function sum(name: string, help: string, total: () => number): void {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(total());
      },
    });
  }
}
