import type { Server } from 'node:http'
import type { Config } from './config.ts'
import { ConfigError } from './env.ts'

const reasons: Record<string, string> = {
  EADDRINUSE: 'is in use by another program. Set PORT to a free one',
  EACCES: 'may not be opened by this user. Set PORT to one above 1023',
  EADDRNOTAVAIL: 'is not an address of this machine. Check HOST',
}

/** @throws ConfigError that says why the address can't be had. */
export function listenOrExplain(server: Server, config: Pick<Config, 'host' | 'port'>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ConfigError(`${config.host}:${config.port} ${reasons[error.code ?? ''] ?? error.message}.`)),
    )
    server.listen(config.port, config.host, resolve)
  })
}
