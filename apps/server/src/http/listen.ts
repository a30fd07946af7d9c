import type { Server } from 'node:http'
import { ConfigError } from '../config/env.ts'

const reasons = (host: string, port: string): Record<string, string> => ({
  EADDRINUSE: `is in use by another program. Set ${port} to a free one`,
  EACCES: `may not be opened by this user. Set ${port} to one above 1023`,
  EADDRNOTAVAIL: `is not an address of this machine. Check ${host}`,
})

interface Address {
  host: string
  port: number
  /** The variables that set the address. */
  variables?: [host: string, port: string]
}

/** @throws ConfigError with the reason why the address cannot be used */
export function listenOrExplain(server: Server, { host, port, variables = ['HOST', 'PORT'] }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ConfigError(`${host}:${port} ${reasons(...variables)[error.code ?? ''] ?? error.message}.`)),
    )
    server.listen(port, host, resolve)
  })
}
