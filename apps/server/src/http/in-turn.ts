import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** From this queue length on, the connection is not read until requests are answered. */
const many = 16
/** No honest client pipelines this many: one chunk of the socket holds about half as many. */
const most = 5_000

/**
 * Handles pipelined requests of one connection one after another, and lets other connections run in between, so that a
 * single connection cannot occupy the whole process.
 */
export function inTurn(listener: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>()

  function serve(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req
    // The client disconnected before its turn: the request is dropped.
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
