import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { webhookPost } from './webhook-post.ts'

const heard: { body: string; id: string | undefined }[] = []
const server = createServer(async (req, res) => {
  heard.push({ body: Buffer.concat(await req.toArray()).toString(), id: req.headers['webhook-id'] as string })
  if (req.url === '/moved') return void res.writeHead(302, { location: '/' }).end()
  res.writeHead(204).end()
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => void server.close())
const { port } = server.address() as AddressInfo
const message = (path = '/') => ({
  url: `http://localhost:${port}${path}`,
  headers: { 'webhook-id': 'msg_1' },
  body: '{"a":"椿"}',
})

test('a message arrives unchanged, and redirects are not followed', async () => {
  const local = webhookPost({ local: true })
  expect(await local.post(message())).toBe(204)
  expect(heard).toEqual([{ body: '{"a":"椿"}', id: 'msg_1' }])
  expect(await local.post(message('/moved'))).toBe(302)
  expect(heard).toHaveLength(2)
})

test.each([
  ['https://example.com/hook', true],
  ['http://example.com/hook', false],
  ['https://127.0.0.1/hook', false],
  ['https://localhost/hook', false],
  ['https://[::1]/hook', false],
  ['https://user:word@example.com/', false],
  ['nothing', false],
])('%s may be reached: %s', async (url, may) => {
  expect(await webhookPost().mayReach(url)).toBe(may)
})

test('an internal address is not contacted, nor a name that resolves to one', async () => {
  const before = heard.length
  for (const url of [`https://127.0.0.1:${port}/`, `https://localhost:${port}/`])
    await expect(async () => webhookPost().post({ ...message(), url })).rejects.toThrow('leads into the network')
  await expect(async () => webhookPost().post(message())).rejects.toThrow('only https')
  expect(heard).toHaveLength(before)
})
