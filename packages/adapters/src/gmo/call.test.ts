import { type AddressInfo, createServer, type Socket } from 'node:net'
import { PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import iconv from 'iconv-lite'
import { expect, onTestFinished, test } from 'vitest'
import { callGmo, cardRefusalOf, decodeGmoAnswer, encodeGmoForm } from './call.ts'

test.each([
  ['reenter', ['EX1000301', 'EX1000302', 'EX1000303', 'EX1000304', 'E01170001', 'E01170011', 'E01180008', 'E41170099']],
  ['reenter', ['42G650000', '42G830000', '42G440000', '42G450000']],
  ['limit', ['42G020000', '42G030000', '42G040000', '42G050000', '42G060000', '42G070000', '42G550000']],
  ['unusable', ['42G120000', '42G220000', '42G300000', '42G420000', '42G540000', '42G560000', '42G920000']],
  ['unusable', ['42G950000', '42G990000', 'E61010002', 'E61030001', 'E11010099', 'E01240002', 'E41170002']],
  ['authentication', ['E21010001', 'E21010007', 'E21010201', 'E21020002', 'E21020999']],
  ['too_many', ['E01230009']],
  [null, ['42C010000', '42C780000', 'E90010001', 'E91019999', 'E91020001', 'E92000001', 'E01030002', 'E01210002']],
  [null, ['E01040010', 'E01060010', 'E01110002', 'E11010001', 'E11010010', 'E01390002', 'E31500014', '', 'nonsense']],
])('%s: %s', (refusal, infos) => {
  for (const info of infos) expect(cardRefusalOf(info), info).toBe(refusal)
})

test('a form is Windows-31J, every byte that is not plain escaped', () => {
  expect(encodeGmoForm({ ShopID: 'tshop00000001', MemberName: '久志 花子' })).toBe(
    'ShopID=tshop00000001&MemberName=%8Bv%8Eu%20%89%D4%8Eq',
  )
  // NEC and IBM extensions that plain Shift_JIS does not have.
  expect(encodeGmoForm({ Name: '髙﨑①' })).toBe('Name=%FB%FC%FA%B1%87%40')
  expect(encodeGmoForm({ A: 'a&b=c+d%' })).toBe('A=a%26b%3Dc%2Bd%25')
})

const answer = (text: string) => decodeGmoAnswer(iconv.encode(text, 'cp932'))

test.each<[string, Record<string, string>]>([
  ['AccessID=a1&AccessPass=b2', { AccessID: 'a1', AccessPass: 'b2' }],
  [
    'ACS=2&RedirectUrl=https://manage.example/callback?transId=1-2&t=ab12',
    { ACS: '2', RedirectUrl: 'https://manage.example/callback?transId=1-2&t=ab12' },
  ],
  [
    'RedirectUrl=https://x.example/?a=b&t=1&u=2&OrderID=K1',
    { RedirectUrl: 'https://x.example/?a=b&t=1&u=2', OrderID: 'K1' },
  ],
  ['ClientField1=a=b=c&ClientField2=', { ClientField1: 'a=b=c', ClientField2: '' }],
  ['ErrCode=E01|E01&ErrInfo=E01010001|E01020001', { ErrCode: 'E01|E01', ErrInfo: 'E01010001|E01020001' }],
  ['CardName=本店&HolderName=A & B\r\n', { CardName: '本店', HolderName: 'A & B' }],
  ['', {}],
  ['<html>Service Unavailable</html>', {}],
])('%s', (text, fields) => expect(answer(text)).toEqual(fields))

const head = 'HTTP/1.1 200 OK\r\n'
test.each<[string, (socket: Socket) => void]>([
  ['a switch of protocols', (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n')],
  ['a body cut off', (socket) => socket.end(`${head}Content-Length: 9\r\n\r\nA=1`)],
  ['a chunk cut off', (socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n3\r\nA=1\r\n`)],
  ['a body that does not end', (socket) => socket.write(`${head}\r\nA=1`)],
  ['a redirect', (socket) => socket.write('HTTP/1.1 307 x\r\nLocation: /\r\nContent-Length: 0\r\n\r\n')],
  ['a reset', (socket) => socket.resetAndDestroy()],
])('%s is no answer, and the call is made once', async (_, answers) => {
  let times = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket
      .on('error', () => {})
      .on('data', () => {
        times += 1
        answers(socket)
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { base_url, shop_id: '', shop_pass: '', site_id: '', site_pass: '', timeout_ms: 300 }
  await expect(callGmo(settings, 'ExecTran', { A: '1' }, ['A'])).rejects.toThrow(PaymentUnavailable)
  expect(times).toBe(1)
})
