import { get } from 'node:http'

/**
 * Resolves when a server on `port` reports that it is ready. Polled and not read from its log, which may be turned off.
 */
export async function untilAnswers(host: string, port: number): Promise<void> {
  while (!(await isReady(host, port))) await new Promise((resolve) => setTimeout(resolve, 20))
}

function isReady(host: string, port: number): Promise<boolean> {
  const address = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return new Promise((resolve) => {
    const request = get({ host: address, port, path: '/readyz', agent: false, timeout: 5_000 }, (response) => {
      response.resume()
      resolve(response.statusCode! < 500)
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(false))
  })
}
