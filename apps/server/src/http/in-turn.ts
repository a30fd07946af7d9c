import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** From here on a connection is not read until its requests are answered. */
const many = 16
/** No client of good will sends so many without waiting: one chunk of the socket holds about half of it. */
const most = 5_000

/**
 * Requests that one connection sends without waiting for answers (pipelining) are done one after another, with
 * everybody else's turn in between, so that a single connection can't take the whole process.
 */
export function inTurn(listener: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>()

  function serve(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req
    // Gone before its turn came: nothing is done for it.
    if (socket.destroyed) return
    res.once('close', () => {
      const queue = queues.get(socket)!
      const next = queue.shift()
      if (queue.length < many && socket.isPaused()) socket.resume()
      if (!next) queues.delete(socket)
      else setImmediate(serve, ...next)
    })
    listener(req, res)
  }

  return (req, res) => {
    const queue = queues.get(req.socket)
    if (!queue) {
      queues.set(req.socket, [])
      return serve(req, res)
    }
    if (queue.length >= most) return void req.socket.destroy()
    if (queue.push([req, res]) >= many) req.socket.pause()
  }
}
