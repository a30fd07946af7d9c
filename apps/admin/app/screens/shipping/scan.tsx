import type { ShippingBatchParcel } from '@kushi/contract/admin/shipping'
import { useRef, useState } from 'react'
import { useShortcuts } from '../../shell/keys.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { checkPiece, type PieceCounts } from './check-piece.ts'
import type { TrackingEntry } from './tracking-dialog.tsx'

interface ScanProps {
  parcels: ShippingBatchParcel[]
  /** The parcel that was read last. */
  scannedParcel: ShippingBatchParcel | null
  selectParcel(parcel: ShippingBatchParcel): void
  /** 検品: the pieces of a parcel that were read, by SKU. */
  checkedPiecesOf(parcel: ShippingBatchParcel): PieceCounts
  check(parcel: ShippingBatchParcel, product_sku_id: number): void
  /** Called when the number on its label is read after it; absent without the permission to register numbers. */
  write?: ((written: TrackingEntry) => void) | undefined
}

/**
 * A scanner types a code and presses Enter. The field keeps the focus, so that the next code also arrives here and
 * never triggers a key of the screen. The operator scans the parcel first, then its goods (検品), and then, if no file
 * supplies it, the number on its label.
 */
export function Scan({ parcels, scannedParcel, selectParcel, checkedPiecesOf, check, write }: ScanProps) {
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  const [isWrong, setWrong] = useState(false)
  useShortcuts({ n: ['番号を読み取る', () => field.current?.focus()] })
  const read = (typed: string) => {
    const code = typed.normalize('NFKC').trim().toUpperCase()
    const digits = code.replaceAll('-', '')
    const found = parcels.find(({ shipment_no, order_no, tracking_no }) =>
      [shipment_no, order_no, tracking_no].some((no) => no !== null && (no === code || no === digits)),
    )
    setWrong(false)
    if (found) {
      selectParcel(found)
      document.getElementById(`parcel-${found.shipment_no}`)?.scrollIntoView({ block: 'center' })
      return setSaid(`${found.pick_no ?? ''}番 ${found.name}さま`)
    }
    const checkResult =
      scannedParcel && scannedParcel.status === 'packed'
        ? checkPiece(scannedParcel, checkedPiecesOf(scannedParcel), code)
        : null
    if (checkResult && scannedParcel) {
      if (checkResult.is_right) check(scannedParcel, checkResult.product_sku_id)
      setWrong(!checkResult.is_right)
      return setSaid(checkResult.message)
    }
    if (/^\d{12}$/.test(digits) && write && scannedParcel?.status === 'packed' && scannedParcel.due_at === null) {
      setSaid('')
      return write({ parcel: scannedParcel, tracking_no: digits })
    }
    setWrong(scannedParcel !== null)
    setSaid(scannedParcel ? `この荷物の商品ではありません: ${code}` : 'この出荷リストにはありません。')
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
