import { connect, type Socket } from 'node:net'

interface ClosedConnections {
  /** Statuses received before the connection was closed; '' if none. */
  statuses: Map<string, number>
  /** Seconds until the first and the last connection was closed. */
  first: number
  last: number
}

/**
 * Opens this many connections that each send `first` and then one byte per second; waits until the server has closed
 * all of them.
 */
export async function untilCut(url: string, count: number, first: string, drip: string): Promise<ClosedConnections> {
  const { hostname, port } = new URL(url)
  const statuses = new Map<string, number>()
  const times: number[] = []
  const one = () =>
    new Promise<void>((resolve) => {
      const began = performance.now()
      const socket: Socket = connect(Number(port), hostname)
      let answer = ''
      socket.on('data', (part) => (answer += part.toString('latin1')))
      socket.on('error', () => undefined)
      socket.on('connect', () => first && socket.write(first))
      const timer = drip ? setInterval(() => socket.write(drip), 1_000) : undefined
      socket.on('close', () => {
        clearInterval(timer)
        const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? ''
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        times.push((performance.now() - began) / 1000)
        resolve()
      })
    })
  await Promise.all(Array.from({ length: count }, one))
  return { statuses, first: Math.min(...times), last: Math.max(...times) }
}

/**
 * Sends a body of 100 MB, with Content-Length or chunked, as fast as it is accepted; returns the response, and how much
 * was sent until then.
 */
export function sendHuge(url: string, isChunked: boolean): Promise<{ status: string; sentMb: number; ms: number }> {
  const { hostname, port, host } = new URL(url)
  const piece = Buffer.alloc(65_536, 'a')
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')])
  const length = isChunked ? 'transfer-encoding: chunked' : `content-length: ${100 * 1024 * 1024}`
  return new Promise((resolve) => {
    const began = performance.now()
    const socket = connect(Number(port), hostname)
    let status = ''
    let sent = 0
    const more = () => {
      while (sent < 100 * 1024 * 1024) {
        sent += piece.length
        if (!socket.write(isChunked ? chunk : piece)) return
      }
    }
    socket.on('connect', () => {
      socket.write(
        `POST /v1/cart/items/new HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n${length}\r\n\r\n`,
      )
      more()
    })
    socket.on('drain', more)
    socket.on('data', (part) => {
      status ||= /^HTTP\/1\.1 (\d+)/.exec(part.toString('latin1'))?.[1] ?? ''
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      const sentMb = (sent - socket.writableLength) / 1024 / 1024
      resolve({ status, sentMb, ms: performance.now() - began })
    })
  })
}
