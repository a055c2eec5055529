const clients = 8;

/** Each number below `operations` once, by clients that work side by side. */
export async function byClients(operations: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const client = async () => {
    for (let number = next++; number < operations; number = next++) await work(number);
  };
  await Promise.all(Array.from({ length: clients }, client));
}
