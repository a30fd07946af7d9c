import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { decodeAnswer, encodeForm } from './wire.ts'

test('a form is Windows-31J, every byte that is not plain escaped', () => {
  expect(encodeForm({ ShopID: 'tshop00000001', MemberName: '久志 花子' })).toBe(
    'ShopID=tshop00000001&MemberName=%8Bv%8Eu%20%89%D4%8Eq',
  )
  // NEC and IBM extensions that plain Shift_JIS does not have.
  expect(encodeForm({ Name: '髙﨑①' })).toBe('Name=%FB%FC%FA%B1%87%40')
  expect(encodeForm({ A: 'a&b=c+d%' })).toBe('A=a%26b%3Dc%2Bd%25')
})

const answer = (text: string) => decodeAnswer(iconv.encode(text, 'cp932'))

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
