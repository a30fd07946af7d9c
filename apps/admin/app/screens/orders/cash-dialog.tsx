import type { OrderDetail } from '@kushi/contract/admin/order'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { formatYenCell } from '../../ui/time.tsx'
import { ReasonField } from './reason-field.tsx'

const { Form, TextField, NumberField } = formFor<CashFormValues>()

interface CashFormValues {
  amount: number | null
  paid_on: string
  decision_reason: string
}

/** 入金を記録する: 代金引換 that no parcel collected was paid in another way, as a whole or in parts. */
export function CashDialog({ order, onClose }: { order: OrderDetail; onClose(): void }) {
  const { revalidate } = useRevalidator()
  const { amount: total, captured_amount } = order.payments[0]!
  const open = formatYenCell(total - captured_amount)
  return (
    <Dialog isOpen onClose={onClose} title="入金を記録する">
      <p className="mb-4">
        代金引換で回収されなかった {open}{' '}
        を、お振り込みなどで受け取ったことを記録します。分けて入金されたときは、そのつど記録できます。元には戻せません。
      </p>
      <Form
        values={{ amount: null, paid_on: '', decision_reason: '' }}
        submit="入金を記録する"
        done="入金を記録しました"
        save={async ({ amount, ...typed }) => {
          await api('POST /admin/v1/orders/{id}/cash', {
            params: { id: order.id },
            body: { ...typed, amount: amount as number, captured_amount },
          })
          onClose()
          await revalidate()
        }}
      >
        <NumberField
          name="amount"
          label="入金された金額"
          unit="円"
          isRequired
          hint={`まだ受け取っていない ${open} までの、いま入金された金額です。`}
        />
        <TextField name="paid_on" label="入金日" type="date" isRequired className="max-w-[240px]" />
        <ReasonField question="受け取り方も書いてください。" />
      </Form>
    </Dialog>
  )
}
