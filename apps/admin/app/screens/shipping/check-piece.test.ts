import { expect, test } from 'vitest'
import { checkPiece } from './check-piece.ts'

const item = { name: '純椿油', product_code: 'tn-oil-60', barcode: '4900000000001', shelf: 'A-1', quantity: 2 }
const parcel = {
  contents: [
    { ...item, product_sku_id: 101 },
    { ...item, product_sku_id: 121, name: 'つげ櫛', product_code: 'TN-COMB', barcode: '', quantity: 1 },
  ],
}

test('検品: each piece once, by its barcode or product code, and nothing else', () => {
  expect(checkPiece(parcel, {}, '4900000000001')).toMatchObject({
    is_right: true,
    message: '純椿油 1/2点。あと2点です。',
  })
  expect(checkPiece(parcel, { 101: 1 }, 'TN-OIL-60')).toMatchObject({
    is_right: true,
    message: '純椿油 2/2点。あと1点です。',
  })
  expect(checkPiece(parcel, { 101: 2 }, '4900000000001')).toMatchObject({ is_right: false })
  expect(checkPiece(parcel, { 101: 2 }, 'TN-COMB')).toMatchObject({ is_right: true, message: '検品できました(3点)。' })
  expect(checkPiece(parcel, {}, '4999999999999')).toBeNull()
  expect(checkPiece(parcel, {}, '')).toBeNull()
})
