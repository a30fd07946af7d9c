import type { BatchParcel } from '@kushi/contract/admin/shipping'
import { useRef, useState } from 'react'
import { useKeys } from '../../shell/keys.tsx'
import { Button } from '../../ui/button.tsx'
import type { Written } from './tracking-dialog.tsx'

interface ScanProps {
  parcels: BatchParcel[]
  /** The parcel that was read last. */
  inHand: BatchParcel | null
  take(parcel: BatchParcel): void
  /** Called when the number on its label is read after it; absent without the permission to register numbers. */
  write?: ((written: Written) => void) | undefined
}

/**
 * A scanner types a code and presses Enter. The field keeps the focus, so that the next code also arrives here and
 * never triggers a key of the screen. The operator scans the parcel first and then, if no file supplies it, the number
 * on its label.
 */
export function Scan({ parcels, inHand, take, write }: ScanProps) {
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  useKeys({ n: ['番号を読み取る', () => field.current?.focus()] })
  const read = (typed: string) => {
    const code = typed.normalize('NFKC').trim().toUpperCase()
    const digits = code.replaceAll('-', '')
    const found = parcels.find(({ shipment_no, order_no, tracking_no }) =>
      [shipment_no, order_no, tracking_no].some((no) => no !== null && (no === code || no === digits)),
    )
    if (found) {
      take(found)
      document.getElementById(`parcel-${found.shipment_no}`)?.scrollIntoView({ block: 'center' })
      return setSaid(`${found.pick_no ?? ''}番 ${found.name}さま`)
    }
    if (/^\d{12}$/.test(digits) && write && inHand?.status === 'packed' && inHand.due_at === null) {
      setSaid('')
      return write({ parcel: inHand, tracking_no: digits })
    }
    setSaid('この出荷リストにはありません。')
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
      <span role="status">{said}</span>
      <input
        ref={field}
        name="code"
        aria-label="荷物・注文・送り状の番号"
        placeholder="番号を読み取る"
        autoComplete="off"
        className="control w-[200px]"
      />
      <Button type="submit">探す</Button>
    </form>
  )
}
