import type { ShippingBatchParcel } from '@kushi/contract/admin/shipping'
import { useRef, useState } from 'react'
import { useKeys } from '../../shell/keys.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { checkPiece, type PieceCounts } from './check-piece.ts'
import type { TrackingEntry } from './tracking-dialog.tsx'

interface ScanProps {
  parcels: ShippingBatchParcel[]
  /** The parcel that was read last. */
  inHand: ShippingBatchParcel | null
  take(parcel: ShippingBatchParcel): void
  /** 検品: the pieces of a parcel that were read, by SKU. */
  checkedOf(parcel: ShippingBatchParcel): PieceCounts
  check(parcel: ShippingBatchParcel, product_sku_id: number): void
  /** Called when the number on its label is read after it; absent without the permission to register numbers. */
  write?: ((written: TrackingEntry) => void) | undefined
}

/**
 * A scanner types a code and presses Enter. The field keeps the focus, so that the next code also arrives here and
 * never triggers a key of the screen. The operator scans the parcel first, then its goods (検品), and then, if no file
 * supplies it, the number on its label.
 */
export function Scan({ parcels, inHand, take, checkedOf, check, write }: ScanProps) {
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  const [isWrong, setWrong] = useState(false)
  useKeys({ n: ['番号を読み取る', () => field.current?.focus()] })
  const read = (typed: string) => {
    const code = typed.normalize('NFKC').trim().toUpperCase()
    const digits = code.replaceAll('-', '')
    const found = parcels.find(({ shipment_no, order_no, tracking_no }) =>
      [shipment_no, order_no, tracking_no].some((no) => no !== null && (no === code || no === digits)),
    )
    setWrong(false)
    if (found) {
      take(found)
      document.getElementById(`parcel-${found.shipment_no}`)?.scrollIntoView({ block: 'center' })
      return setSaid(`${found.pick_no ?? ''}番 ${found.name}さま`)
    }
    const piece = inHand && inHand.status === 'packed' ? checkPiece(inHand, checkedOf(inHand), code) : null
    if (piece && inHand) {
      if (piece.is_right) check(inHand, piece.product_sku_id)
      setWrong(!piece.is_right)
      return setSaid(piece.said)
    }
    if (/^\d{12}$/.test(digits) && write && inHand?.status === 'packed' && inHand.due_at === null) {
      setSaid('')
      return write({ parcel: inHand, tracking_no: digits })
    }
    setWrong(inHand !== null)
    setSaid(inHand ? `この荷物の商品ではありません: ${code}` : 'この出荷リストにはありません。')
  }
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        read(field.current!.value)
        field.current!.select()
      }}
    >
      <span role={isWrong ? 'alert' : 'status'} className={cx(isWrong && 'font-medium text-danger')}>
        {said}
      </span>
      <input
        ref={field}
        name="code"
        aria-label="荷物・商品・送り状の番号"
        placeholder="番号を読み取る"
        autoComplete="off"
        className="control w-[200px]"
      />
      <Button type="submit">探す</Button>
    </form>
  )
}
