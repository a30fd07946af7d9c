import type { ShippingBatchParcel } from '@kushi/contract/admin/shipping'

/** Pieces that were read, by SKU. */
export type PieceCounts = Readonly<Record<number, number>>

type Contents = Pick<ShippingBatchParcel, 'contents'>

/** 検品 of one piece: whether it belongs into the parcel, in words; null: the code is no product of this parcel. */
export function checkPiece({ contents }: Contents, checked: PieceCounts, code: string) {
  const item = contents.find(({ barcode, product_code }) => [barcode, product_code.toUpperCase()].includes(code))
  if (!item || code === '') return null
  const { product_sku_id, name, quantity } = item
  const checkedPieces = (checked[product_sku_id] ?? 0) + 1
  if (checkedPieces > quantity)
    return { is_right: false, product_sku_id, message: `多すぎます: ${name}は${quantity}点です。` }
  const now = { ...checked, [product_sku_id]: checkedPieces }
  const { done, all } = checkedCount({ contents }, now)
  const message =
    done === all ? `検品できました(${all}点)。` : `${name} ${checkedPieces}/${quantity}点。あと${all - done}点です。`
  return { is_right: true, product_sku_id, message }
}

/** How many pieces of the parcel were read, of how many. */
export const checkedCount = ({ contents }: Contents, checked: PieceCounts) => ({
  done: contents.reduce((sum, { product_sku_id }) => sum + (checked[product_sku_id] ?? 0), 0),
  all: contents.reduce((sum, { quantity }) => sum + quantity, 0),
})
