import { once } from 'node:events'
import { connect } from 'node:tls'

const day = 86_400_000

/**
 * Days until the certificate at this address ends, as customers get it; null for an address without https. An expired or
 * foreign certificate is read too.
 */
export async function certificateDaysLeft(public_url: string, now: number = Date.now()): Promise<number | null> {
  const { protocol, hostname, port } = new URL(public_url)
  if (protocol !== 'https:') return null
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    rejectUnauthorized: false,
    timeout: 5_000,
  })
  socket.once('timeout', () => socket.destroy(new Error('no answer')))
  try {
    await once(socket, 'secureConnect')
    return (Date.parse(socket.getPeerCertificate().valid_to) - now) / day
  } finally {
    socket.destroy()
  }
}
