import { type AddressInfo, createServer } from 'node:net'
import { SetupError } from '@kushi/db/setup-error'

/**
 * Checked before anything is started, so that a taken port is reported at once. Port 0 becomes a free one. `variable`
 * is the variable that set it.
 */
export async function reservePort(host: string, port: number, timeout: number, variable = 'PORT'): Promise<number> {
  const deadline = Date.now() + timeout
  for (;;) {
    try {
      return await tryPort(host, port)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EADDRINUSE' && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50))
      else throw new SetupError(sentence(code, host, port, variable))
    }
  }
}

function tryPort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ host, port, exclusive: true }, () => {
      const { port: given } = server.address() as AddressInfo
      server.close(() => resolve(given))
    })
  })
}

function sentence(code: string | undefined, host: string, port: number, variable: string): string {
  if (code === 'EADDRINUSE') return `Port ${port} is in use: stop what runs there, or set ${variable} to another one.`
  if (code === 'EACCES') return `Port ${port} may not be opened by this user: set ${variable} to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST is ${host}, which is no address of this machine.`
  return `Nothing can listen on ${host}:${port} (${code}).`
}
