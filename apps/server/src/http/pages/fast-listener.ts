import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Deps } from '../../deps/deps.ts'
import { writeAnswer } from '../answer.ts'
import { openShopCacheKey, peekCachedAnswer } from './cacheable.ts'
import { staticFiles } from './static-files.ts'

/** How much of an unwanted body is read and discarded. */
const lingerBytes = 1024 * 1024
/** How long its connection stays open, so that the client can read the response. */
const lingerMs = 2_000

/**
 * A 413 is known before the client has sent everything. If a connection is closed while bytes still arrive, it is
 * reset, and the client may never see the response. So the response is sent at once, and the connection ends when the
 * client has finished, or after two seconds. Anything beyond a megabyte is not read and stays at the client.
 */
function lingerWhenTooLarge(req: IncomingMessage, res: ServerResponse): void {
  const end = res.end
  res.end = ((...args: Parameters<typeof end>) => {
    res.end = end
    if (res.statusCode !== 413 || req.complete || req.destroyed) return end.apply(res, args)
    const body: unknown = args[0]
    if (body !== undefined && typeof body !== 'function') res.write(body)
    const timer = setTimeout(finish, lingerMs)
    const count = counting(() => req.pause())
    function finish() {
      clearTimeout(timer)
      req.off('data', count).off('close', finish).off('end', finish)
      res.end()
    }
    req.on('data', count).on('end', finish).on('close', finish).resume()
    return res
  }) as typeof end
}

/**
 * The body of a GET is not read, and the response may be sent before the body arrives: the connection of a client that
 * keeps sending is closed.
 */
function endWhenItGoesOn(req: IncomingMessage): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = req.headers
  if (length === '0' && coding === undefined) return
  req.on(
    'data',
    counting(() => req.destroy()),
  )
}

function counting(tooMany: () => void): (part: Buffer) => void {
  let left = lingerBytes
  return ({ length }) => {
    left -= length
    if (left < 0) tooMany()
  }
}

/** From this queue length on, the connection is not read until requests are answered. */
const many = 16
/** No honest client pipelines this many: one chunk of the socket holds about half as many. */
const most = 5_000

/**
 * Handles pipelined requests of one connection one after another, and lets other connections run in between, so that a
 * single connection cannot occupy the whole process.
 */
export function serializePerConnection(listener: RequestListener): RequestListener {
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

/** A proxy and this server could each believe another one (RFC 9112, 3.2). */
const hasTwoHosts = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === 'host').length > 1

/** HSTS: after one visit over https, a browser sends no request over http. */
const aYear = 'max-age=31536000'

/**
 * Runs before the router: serves files, and cached answers that are the same for all visitors. Cached answers are not
 * logged individually.
 */
export function cachingListener(deps: Deps, clientFolder: string, router: RequestListener): RequestListener {
  const files = staticFiles(clientFolder)
  const isSecure = deps.config.public_url.startsWith('https:')
  return serializePerConnection((req: IncomingMessage, res: ServerResponse) => {
    if (isSecure) res.setHeader('strict-transport-security', aYear)
    if (hasTwoHosts(req)) return void res.writeHead(400, { connection: 'close' }).end()
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    if (isRead) endWhenItGoesOn(req)
    else lingerWhenTooLarge(req, res)
    const key = openShopCacheKey(req, deps)
    const answer = peekCachedAnswer(key, deps)
    if (answer) {
      writeAnswer(answer, req, res)
      return deps.metrics.kept()
    }
    if (isRead && req.url?.startsWith('/sh/'))
      return void files(req, res).then(
        (served) => served || router(req, res),
        () => res.destroy(),
      )
    router(req, res)
  })
}
