import { connect } from 'node:net'

export interface LoadResult {
  /** Number of responses. */
  count: number
  /** Responses per second. */
  rate: number
  p50: number
  p99: number
  failed: number
}

export interface LoadPlan {
  url: string
  /** Connections that each send the next request after the previous response. */
  connections: number
  /** Duration in seconds; without it, as long as another load runs. */
  seconds?: number
  while?: () => boolean
  /** Pause between a response and the next request, as of a reader; default 0. */
  pauseMs?: number
  /** The bytes of the next request. */
  next(): Buffer
}

/**
 * Generates HTTP/1.1 load over kept-open connections with as little processor time as possible, because the generator
 * shares two cores with the server under test. Parses only status and length of a response.
 */
export async function load(plan: LoadPlan): Promise<LoadResult> {
  const { url, connections, seconds = 0, pauseMs = 0, next } = plan
  const { hostname, port } = new URL(url)
  const latencies: number[] = []
  let failed = 0
  const start = performance.now()
  const goesOn = plan.while ?? (() => performance.now() < start + seconds * 1000)
  const one = () =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname)
      let began = 0
      let head: Buffer = Buffer.alloc(0)
      let missing = 0
      const send = () => {
        if (!goesOn()) return void socket.end(resolve)
        began = performance.now()
        socket.write(next())
      }
      const done = () => {
        latencies.push(performance.now() - began)
        if (pauseMs > 0) setTimeout(send, pauseMs)
        else send()
      }
      socket.setNoDelay(true)
      socket.once('connect', send)
      socket.once('error', () => {
        failed += 1
        resolve()
      })
      socket.on('data', (data: Buffer) => {
        if (missing > 0) {
          missing -= data.length
          if (missing <= 0) done()
          return
        }
        head = head.length ? Buffer.concat([head, data]) : data
        const at = head.indexOf('\r\n\r\n')
        if (at < 0) return
        const text = head.toString('latin1', 0, at)
        if (!/^HTTP\/1\.1 2/.test(text)) failed += 1
        missing = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0) - (head.length - at - 4)
        head = Buffer.alloc(0)
        if (missing <= 0) done()
      })
    })
  await Promise.all(Array.from({ length: connections }, one))
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  const count = latencies.length
  return { count, rate: count / ((performance.now() - start) / 1000), p50: at(0.5), p99: at(0.99), failed }
}

/** A request as bytes. */
export function request(method: string, path: string, headers: Record<string, string>, body = ''): Buffer {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`)
  const length = body ? [`content-length: ${Buffer.byteLength(body)}`] : []
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${[...lines, ...length].join('\r\n')}\r\n\r\n${body}`)
}
