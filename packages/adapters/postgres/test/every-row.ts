import { Client } from 'pg';

/** All that the tables of a database hold, as one text; bytes as the characters they stand for. */
export async function everyRow(server: {
  readonly url: string;
  readonly user: string;
  readonly password: string;
}): Promise<string> {
  const { url, user, password } = server;
  const { hostname, port, pathname } = new URL(url);
  const client = new Client({ host: hostname, port: Number(port), database: pathname.slice(1), user, password });
  await client.connect();
  try {
    const { rows: tables } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
    const texts: string[] = [];
    for (const { tablename } of tables) {
      const { rows } = await client.query(`SELECT * FROM ${client.escapeIdentifier(String(tablename))}`);
      for (const row of rows) texts.push(...Object.values(row).map(textOf));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}

function textOf(value: unknown): string {
  return Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value);
}
