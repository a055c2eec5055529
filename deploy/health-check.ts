/** Ends with 0 when the process in this container is ready, as `HEALTHCHECK` and `depends_on` ask; the reasons against go to standard error. */
const { HTTP_PORT = '8700' } = process.env;
const response = await fetch(`http://127.0.0.1:${HTTP_PORT}/health/ready`).catch((error: Error) => error);

if (response instanceof Error) {
  console.error(`Nothing answers on HTTP_PORT ${HTTP_PORT}: ${response.message}`);
  process.exitCode = 1;
} else if (!response.ok) {
  console.error(await response.text());
  process.exitCode = 1;
}
