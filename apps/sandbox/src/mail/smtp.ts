import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { SMTPServer } from 'smtp-server'
import type { Scripts } from '../core/scripts.ts'
import type { Inbox } from './inbox.ts'

/** Bytes. A longer message is read to its end, as the protocol requires, and not stored. */
const MAX_SIZE = 2 * 1024 * 1024

class Refusal extends Error {
  readonly responseCode: number
  constructor(code: string) {
    super(code.startsWith('4') ? 'Try again later (scripted)' : 'Refused (scripted)')
    this.responseCode = /^[45]\d\d$/.test(code) ? Number(code) : 451
  }
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** An SMTP server that accepts everything and delivers nothing. It replies 250 only once the message is stored. */
export function createSmtp(inbox: Inbox, scripts: Scripts, now: () => Date) {
  const cut = (session: SMTPServerSession) => {
    for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>)
      if (connection.id === session.id) connection._socket.destroy()
  }

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<'stored' | 'silent'> {
    const raw = await readAll(stream)
    if (stream.sizeExceeded) throw new Refusal('552')
    const sender = session.envelope.mailFrom
    const envelope = {
      from: sender === false ? '' : sender.address,
      to: session.envelope.rcptTo.map(({ address }) => address),
    }
    const fault = scripts.take('mail', 'DATA')
    if (fault?.kind === 'error') throw new Refusal(fault.detail)
    if (fault?.kind === '500') throw new Refusal('554')
    if (fault?.kind === 'delay') await sleep(Number(fault.detail))
    if (fault?.kind === 'timeout') return 'silent'
    if (fault?.kind === 'drop-before') {
      cut(session)
      return 'silent'
    }
    inbox.receive(raw, envelope, now())
    if (fault?.kind === 'drop-after' || fault?.kind === 'truncate') cut(session)
    return fault === undefined || fault.kind === 'delay' ? 'stored' : 'silent'
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: MAX_SIZE,
    closeTimeout: 1000,
    banner: 'sandbox',
    onAuth: (_auth, _session, callback) => callback(null, { user: 'sandbox' }),
    onData(stream, session, callback) {
      take(stream, session).then(
        (outcome) => outcome === 'stored' && callback(),
        (error: Error) => callback(error),
      )
    },
  })
  server.on('error', () => undefined)

  return {
    start: (port: number, host: string) =>
      new Promise<number>((resolve, reject) => {
        server.server.once('error', reject)
        server.listen(port, host, () => resolve((server.server.address() as AddressInfo).port))
      }),
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
