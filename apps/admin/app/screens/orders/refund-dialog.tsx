import type { OrderDetail } from '@kushi/contract/admin/order'
import { PAYMENT_METHOD, paymentMethodName } from '@kushi/values/payment-method'
import { useWatch } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, NumberField, SelectField, toNumber } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { sayYen } from '../../ui/time.tsx'
import { SubscriptionField } from './cancel-dialog.tsx'
import { ReasonField } from './reason-field.tsx'

interface Typed {
  way: 'part' | 'return'
  amount: number | null
  decision_reason: string
  notify: boolean
  keep: 'end' | 'keep'
  restock: boolean
}

interface DialogProps {
  order: OrderDetail
  onClose(): void
}

/** 返金 of a part, or a 返品 of the whole order. */
export function RefundDialog({ order, onClose }: DialogProps) {
  const { revalidate } = useRevalidator()
  const { kept_amount, payments } = order
  const refunded_amount = payments[0]?.refunded_amount ?? 0
  const canPart = kept_amount > 1 && order.status !== 'returned' && payments[0]?.state === 'captured'
  return (
    <Dialog isOpen onClose={onClose} title={`注文 ${order.order_no} の返金`}>
      <Form<Typed>
        values={{
          way: canPart ? 'part' : 'return',
          amount: null,
          decision_reason: '',
          notify: kept_amount > 0,
          keep: 'end',
          restock: false,
        }}
        submit="返金する"
        done="返金しました"
        save={async ({ way, amount, keep, decision_reason, notify, restock }) => {
          const is_return = way === 'return'
          await api('POST /admin/v1/orders/{id}/refund', {
            params: { id: order.id },
            body: {
              is_return,
              amount: is_return ? null : amount,
              refunded_amount,
              decision_reason,
              notify,
              keep_subscription: keep === 'keep',
              restock: is_return && restock,
            },
          })
          onClose()
          await revalidate()
        }}
      >
        {canPart && (
          <SelectField
            name="way"
            label="返金のしかた"
            choices={[
              { value: 'part', label: '一部を返金する(注文はそのまま)' },
              { value: 'return', label: '返品として全額を返金する(注文は終わり)' },
            ]}
          />
        )}
        <Amount order={order} refunded={refunded_amount} />
        <ReasonField />
        {kept_amount > 0 && <CheckField name="notify" label="お客様にメールで知らせる" />}
      </Form>
    </Dialog>
  )
}

function Amount({ order, refunded }: { order: OrderDetail; refunded: number }) {
  const { way, amount: typed, restock } = useWatch<Typed>() as Typed
  const { kept_amount, payment_method_id } = order
  const amount = way === 'return' ? kept_amount : (toNumber(typed) ?? 0)
  const isPossible = Number.isInteger(amount) && amount >= 0 && amount <= kept_amount
  const isCash = payment_method_id === PAYMENT_METHOD.cash_on_delivery
  const refund = isCash
    ? `${sayYen(amount)} の返金を記録します。`
    : `${paymentMethodName(payment_method_id)}へ ${sayYen(amount)} を返金します。`
  return (
    <>
      {way === 'part' && (
        <NumberField
          name="amount"
          label="返金する金額"
          unit="円"
          isRequired
          hint={`あと${sayYen(kept_amount)}まで返金できます。`}
        />
      )}
      {way === 'return' && <SubscriptionField order={order} />}
      {way === 'return' && <CheckField name="restock" label="戻った商品を、すべて在庫に戻す" />}
      <p className="mb-4 rounded-base bg-brass-tint px-3 py-2">
        {kept_amount === 0
          ? '受け取った代金はありません。注文と荷物を返品にします。'
          : amount === 0
            ? '返金する金額を入力してください。'
            : isPossible
              ? `${refund}返金の合計は ${sayYen(refunded + amount)}、お店に残るのは ${sayYen(kept_amount - amount)} です。元には戻せません。`
              : `返金できるのは、あと${sayYen(kept_amount)}までです。`}
        {isCash && kept_amount > 0 && '代金引換のため、お振り込みなどはお店で行ってください。'}
        {way === 'return' && !restock && '戻った商品は、在庫の画面で数えて戻してください。'}
      </p>
    </>
  )
}
