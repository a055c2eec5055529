/** Ends with 0 when the process in this container is ready, as `HEALTHCHECK` and `depends_on` ask; the reasons against go to standard error. */
const { HTTP_PORT = '8700', ADMIN_PORT } = process.env;
// As the program does where nothing was said: near the port for HTTP. There is no TLS on it.
const port = ADMIN_PORT || String(Number(HTTP_PORT) + 2);
const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch((error: Error) => error);

if (response instanceof Error) {
  console.error(`Nothing answers on ADMIN_PORT ${port}: ${response.message}`);
  process.exitCode = 1;
} else if (!response.ok) {
  console.error(await response.text());
  process.exitCode = 1;
}
