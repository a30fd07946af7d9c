import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, constants } from 'node:http2'
import { orderBody } from '../../load.ts'

type Answer = { status: number; headers: Record<string, unknown>; text: string }

export interface ShopAddress {
  /** Host name of the shop; the proxy runs on this machine. */
  host: string
  port: number
  /** CA of the certificate. */
  ca: Buffer
  /** URL of a web process behind it. */
  direct: string
}

/** Views pages and orders as the member of `token`, through TLS and http/2; returns the order number. */
export async function buy({ host, port, ca, direct }: ShopAddress, token: string): Promise<string> {
  const session = connect(`https://127.0.0.1:${port}`, { ca, servername: host })
  await once(session, 'connect')
  assert.equal(session.alpnProtocol, 'h2')
  const ask = async (method: string, path: string, headers = {}, body?: string): Promise<Answer> => {
    const authority = port === 443 ? host : `${host}:${port}`
    const stream = session.request({ ':authority': authority, ':method': method, ':path': path, ...headers })
    stream.end(body)
    const [got] = (await once(stream, 'response')) as [Record<string, unknown>]
    let text = ''
    for await (const part of stream.setEncoding('utf8')) text += part
    return { status: Number(got[constants.HTTP2_HEADER_STATUS]), headers: got, text }
  }
  const page = await ask('GET', '/sh/')
  assert.equal(page.status, 200)
  assert.match(String(page.headers['strict-transport-security']), /max-age/)
  const [asset] = /\/sh\/assets\/[\w.-]+\.js/.exec(page.text)!
  assert.equal((await ask('GET', asset)).status, 200)
  assert.equal((await ask('GET', '/admin/')).status, 200)
  for (const inside of ['/sandbox/', '/metrics']) assert.equal((await ask('GET', inside)).status, 404)
  const body = JSON.stringify({ ...(await orderBody(direct, 101)), idempotency_key: crypto.randomUUID() })
  const headers = { 'content-type': 'application/json', 'x-shop-id': '2', authorization: `Bearer ${token}` }
  const order = await ask('POST', '/v1/order/public/new', headers, body)
  assert.equal(order.status, 200, order.text)
  session.close()
  return JSON.parse(order.text).data.order_no
}
