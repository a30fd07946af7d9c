import type { PhoneOrder, PhoneOrderOptions, PhoneOrderPreview } from '@kushi/contract/admin/phone-order'
import { WRAPPING_FIELD_PATHS, wrappingChoiceOfDraft } from '@kushi/contract/form/wrapping'
import { formatPoints } from '@kushi/values/points'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { AddressFields } from '../../ui/address-fields.tsx'
import { DeliveryFields } from '../../ui/delivery-fields.tsx'
import { formFor } from '../../ui/form-for.ts'
import { ItemFields } from '../../ui/item-fields.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { PatternFields, type PatternFormValues, patternOf } from '../../ui/pattern-fields.tsx'
import { unfilled } from '../../ui/unfilled.ts'
import { typedWrapping, WrappingFields, type WrappingFormValues } from '../../ui/wrapping-fields.tsx'
import { PhoneDialog } from './phone-dialog.tsx'

const { Form, TextField, NumberField, SelectField } = formFor<PhoneOrderFormValues>()

export const loader = ({ params }: LoaderFunctionArgs) =>
  api('GET /admin/v1/customers/{id}/order-options', { params: { id: params.id! } })

interface PhoneOrderFormValues
  extends Omit<
      PhoneOrder,
      'payment_method_id' | 'delivery_date' | 'delivery_pattern' | 'wrapping' | 'coupon_codes' | 'points'
    >,
    PatternFormValues,
    WrappingFormValues {
  purchaseType: 'once' | 'subscription'
  /** The id as a text, because 代金引換 has no id: it is `CASH` in the select, and '' is no choice. */
  payment_method_id: string
  delivery_date: string
  /** One or more, as they are said. */
  coupon_codes: string
  points: number | null
}
const CASH = 'cash'
const paymentKey = (id: number | null) => (id === null ? CASH : String(id))

const bodyOf = ({
  purchaseType,
  payment_method_id: payment,
  delivery_date,
  ...typed
}: PhoneOrderFormValues): PhoneOrder => ({
  items: typed.items,
  shipping_address: typed.shipping_address,
  delivery_notes: typed.delivery_notes,
  delivery_id: typed.delivery_id,
  delivery_time_id: typed.delivery_time_id,
  delivery_date: delivery_date || null,
  payment_method_id: (payment === CASH ? null : Number(payment)) as PhoneOrder['payment_method_id'],
  delivery_pattern: purchaseType === 'subscription' ? patternOf(typed) : null,
  wrapping: purchaseType === 'once' ? wrappingChoiceOfDraft(typed.wrapping) : null,
  points: typed.points ?? 0,
  coupon_codes: typed.coupon_codes.split(/[\s,、，]+/).filter(Boolean),
})

const emptyItem = { product_sku_id: unfilled<number>(), quantity: 1 }

/** 代理注文: an order by phone. It is priced as the member's own order, read to the member, and placed. */
export function Component() {
  const options = useLoaderData<typeof loader>()
  const [asked, setAsked] = useState<{ body: PhoneOrder; preview: PhoneOrderPreview } | null>(null)
  const { customer, addresses, deliveries, payments } = options
  return (
    <Page title={`${customer.name} 様の代理注文`} parent={{ to: `/customers/${customer.id}`, name: customer.name }}>
      <Form
        values={{
          purchaseType: 'once',
          items: [emptyItem],
          kind: 1,
          months: 1,
          day: 1,
          week: 1,
          day_of_week: 1,
          interval_days: 30,
          shipping_address: addressOf(addresses[0]!),
          delivery_notes: '',
          delivery_id: deliveries[0]?.id ?? unfilled(),
          delivery_time_id: null,
          delivery_date: '',
          wrapping: typedWrapping(null),
          coupon_codes: '',
          points: null,
          payment_method_id: paymentKey(payments[0]?.payment_method_id ?? null),
        }}
        names={WRAPPING_FIELD_PATHS}
        submit="金額とお届け日を確かめる"
        save={async (typed) => {
          const params = { id: customer.id }
          const body = bodyOf(typed)
          setAsked({ body, preview: await api('POST /admin/v1/customers/{id}/orders/preview', { params, body }) })
        }}
      >
        <Goods options={options} />
        <Destination options={options} />
        <Gift options={options} />
        <Section
          title="お支払い方法"
          lead={payments.length === 0 ? 'お電話で受けられるお支払い方法がありません。' : undefined}
        >
          <SelectField
            name="payment_method_id"
            label="お支払い方法"
            choices={payments.map((one) => ({
              value: paymentKey(one.payment_method_id),
              label: one.is_later ? `${one.payment_name}(お客様に、支払いのリンクをメールで送る)` : one.payment_name,
            }))}
          />
          <TextField
            name="coupon_codes"
            label="クーポンコード"
            maxLength={200}
            hint="お客様がコードをお持ちのとき。2つ以上は、空白で区切ってください。"
          />
          <Points options={options} />
        </Section>
      </Form>
      {asked && <PhoneDialog options={options} {...asked} onClose={() => setAsked(null)} />}
    </Page>
  )
}

const addressOf = ({ shipping_address }: PhoneOrderOptions['addresses'][number]) =>
  shipping_address as PhoneOrder['shipping_address']

const purchaseTypes = [
  { value: 'once', label: '1回だけのご注文' },
  { value: 'subscription', label: '定期便を始める' },
]

/** 商品, as a single order or a 定期便. Each of the two has its own goods and prices. */
function Goods({ options: { skus, subscription_skus } }: { options: PhoneOrderOptions }) {
  const { setValue } = useFormContext<PhoneOrderFormValues>()
  const { purchaseType } = useWatch<PhoneOrderFormValues>()
  const isSubscription = purchaseType === 'subscription'
  return (
    <Section title="商品">
      <div className="grid gap-x-4 md:grid-cols-3" onChange={() => setValue('items', [emptyItem])}>
        <SelectField name="purchaseType" label="ご注文の種類" choices={purchaseTypes} />
      </div>
      {isSubscription && <PatternFields />}
      <ItemFields key={purchaseType} skus={isSubscription ? subscription_skus : skus} />
    </Section>
  )
}

/** A 定期便 is not wrapped. */
function Gift({ options: { wrapping_offer } }: { options: PhoneOrderOptions }) {
  const { purchaseType } = useWatch<PhoneOrderFormValues>()
  return purchaseType === 'once' ? <WrappingFields offer={wrapping_offer} kept={null} /> : null
}

/** ポイント of the member, as their own purchase takes them. */
function Points({ options: { points_held } }: { options: PhoneOrderOptions }) {
  if (points_held === null) return null
  const pointsText = `お持ちのポイントは${formatPoints(points_held)}です。`
  if (points_held === 0) return <p className="text-muted text-xs">{pointsText}</p>
  return (
    <NumberField
      name="points"
      label="使うポイント"
      unit="ポイント"
      maxLength={9}
      hint={`${pointsText}定期便では、初回のお支払いにだけ使えます。`}
    />
  )
}

function Destination({ options: { addresses, deliveries } }: { options: PhoneOrderOptions }) {
  const { setValue } = useFormContext<PhoneOrderFormValues>()
  return (
    <Section title="お届け先">
      {addresses.length > 1 && (
        <label className="mb-4 block text-xs">
          アドレス帳から選ぶ
          <select
            className="control mt-1"
            onChange={({ target }) =>
              setValue('shipping_address', addressOf(addresses[Number(target.value)]!), { shouldDirty: true })
            }
          >
            {addresses.map(({ id, label }, index) => (
              <option key={id} value={index}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      <AddressFields />
      <DeliveryFields deliveries={deliveries} hasDate />
    </Section>
  )
}
