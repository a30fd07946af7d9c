import type { PhoneOrder } from '@kushi/contract/admin/phone-order'
import { formatShortWithWeekday } from '@kushi/values/date-format'
import { useRef, useState } from 'react'
import { get, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { toast } from '../../shell/toast.tsx'
import { AddressFields } from '../../ui/address-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { CheckField, NumberField, SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { sayNumber, sayYen } from '../../ui/time.tsx'

export const loader = ({ params }: LoaderFunctionArgs) =>
  api('GET /admin/v1/customers/{id}/order-options', { params: { id: params.id! } })
type Options = Awaited<ReturnType<typeof loader>>

interface Typed extends Omit<PhoneOrder, 'payment_method_id' | 'delivery_date'> {
  /** '' of a select is no number: 代金引換 has none of its own. */
  payment: string
  delivery_date: string
}
const CASH = 'cash'
const paymentKey = (id: number | null) => (id === null ? CASH : String(id))

const bodyOf = ({ payment, delivery_date, ...typed }: Typed): PhoneOrder => ({
  ...typed,
  delivery_date: delivery_date || null,
  payment_method_id: (payment === CASH ? null : Number(payment)) as PhoneOrder['payment_method_id'],
})

const previewOf = (id: number, body: PhoneOrder) =>
  api('POST /admin/v1/customers/{id}/orders/preview', { params: { id }, body })
type Preview = Awaited<ReturnType<typeof previewOf>>

/** 代理注文: what a member orders on the phone, priced as if they ordered it themselves, read to them, and placed. */
export function Component() {
  const options = useLoaderData<typeof loader>()
  const [asked, setAsked] = useState<{ body: PhoneOrder; preview: Preview } | null>(null)
  const { customer, addresses, deliveries, payments } = options
  return (
    <Page title={`${customer.name} 様の代理注文`} parent={{ to: `/customers/${customer.id}`, name: customer.name }}>
      <Form<Typed>
        values={{
          items: [{ product_sku_id: null as never, quantity: 1 }],
          shipping_address: addressOf(addresses[0]!),
          ...{ delivery_notes: '', delivery_id: deliveries[0]?.id ?? (null as never), delivery_time_id: null },
          ...{ delivery_date: '', payment: paymentKey(payments[0]?.payment_method_id ?? null) },
        }}
        submit="金額とお届け日を確かめる"
        save={async (typed) => {
          const body = bodyOf(typed)
          setAsked({ body, preview: await previewOf(customer.id, body) })
        }}
      >
        <Items skus={options.skus} />
        <Destination options={options} />
        <Section
          title="お支払い方法"
          lead={payments.length === 0 ? 'お電話で受けられるお支払い方法がありません。' : undefined}
        >
          <SelectField
            name="payment"
            label="お支払い方法"
            choices={payments.map((one) => ({
              value: paymentKey(one.payment_method_id),
              label: one.is_later ? `${one.payment_name}(お客様に、支払いのリンクをメールで送る)` : one.payment_name,
            }))}
          />
        </Section>
      </Form>
      {asked && <Confirm options={options} {...asked} onClose={() => setAsked(null)} />}
    </Page>
  )
}

const addressOf = ({ shipping_address }: Options['addresses'][number]) =>
  shipping_address as PhoneOrder['shipping_address']

function Items({ skus }: { skus: Options['skus'] }) {
  const { formState } = useFormContext<Typed>()
  const { fields, append, remove } = useFieldArray<Typed>({ name: 'items' })
  const message = (get(formState.errors, 'items') as { message?: string } | undefined)?.message
  const choices = skus.map(({ id, name, product_code, price, stock }) => ({
    value: id,
    label: `${name}(${product_code})${sayYen(price)} 在庫${sayNumber(stock)}`,
  }))
  return (
    <Section title="商品">
      <ul className="grid gap-3">
        {fields.map((field, index) => (
          <li key={field.id} className="flex flex-wrap items-end gap-x-4 border-line border-b pb-3">
            <div className="min-w-60 grow">
              <SelectField
                name={`items.${index}.product_sku_id`}
                label="商品"
                isNumber
                isRequired
                empty="選択してください"
                choices={choices}
              />
            </div>
            <NumberField name={`items.${index}.quantity`} label="数量" unit="点" />
            {fields.length > 1 && (
              <Button look="quiet" className="mb-4" onClick={() => remove(index)}>
                <Icon name="close" />
                外す
              </Button>
            )}
          </li>
        ))}
      </ul>
      {message && (
        <p role="alert" className="mt-2 text-danger text-xs">
          {message}
        </p>
      )}
      <Button className="mt-3" onClick={() => append({ product_sku_id: null as never, quantity: 1 })}>
        <Icon name="plus" className="size-3" />
        商品を追加する
      </Button>
    </Section>
  )
}

function Destination({ options: { addresses, deliveries } }: { options: Options }) {
  const { setValue } = useFormContext<Typed>()
  const { delivery_id } = useWatch<Typed>()
  const method = deliveries.find(({ id }) => id === Number(delivery_id))
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
      <div className="grid gap-x-4 md:grid-cols-3">
        <div onChange={() => setValue('delivery_time_id', null)}>
          <SelectField
            name="delivery_id"
            label="配送方法"
            isNumber
            choices={deliveries.map(({ id, delivery_name }) => ({ value: id, label: delivery_name }))}
          />
        </div>
        {!method?.mail_delivery_flag && (
          <>
            <TextField
              name="delivery_date"
              label="お届け希望日"
              type="date"
              hint="入力しなければ、最短でお届けします。"
            />
            <SelectField
              key={method?.id}
              name="delivery_time_id"
              label="お届け時間帯"
              isNumber
              empty="指定なし"
              choices={(method?.times ?? []).map((time) => ({ value: time.id, label: time.delivery_time }))}
            />
          </>
        )}
      </div>
      <TextAreaField name="delivery_notes" label="備考(置き配など、お客様のご希望)" rows={2} maxLength={200} />
    </Section>
  )
}

/** Below the amounts of the items, the total where the eye ends. */
function Sums({ summary }: Pick<Preview, 'summary'>) {
  const { discount_amount, delivery_fee, payment_fee, payment_total } = summary
  const rows: [label: string, amount: string][] = [
    ...(discount_amount > 0 ? [['割引', `-${sayYen(discount_amount)}`] as [string, string]] : []),
    ['送料', sayYen(delivery_fee)],
    ...(payment_fee > 0 ? [['手数料', sayYen(payment_fee)] as [string, string]] : []),
  ]
  return (
    <dl className="mt-2 mb-4 grid grid-cols-[1fr_auto] gap-x-4 border-line border-t pt-2">
      {rows.map(([label, amount]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="numeric text-right">{amount}</dd>
        </div>
      ))}
      <div className="contents">
        <dt className="mt-1 font-medium">お支払い合計(税込)</dt>
        <dd className="numeric mt-1 text-right font-medium text-base">{sayYen(payment_total)}</dd>
      </div>
    </dl>
  )
}

interface ConfirmProps {
  options: Options
  body: PhoneOrder
  preview: Preview
  onClose(): void
}

/** What is read to the member, and the one press that orders it. */
function Confirm({ options, body, preview, onClose }: ConfirmProps) {
  const navigate = useNavigate()
  // Of what is read out here: a second press is the same order.
  const key = useRef(crypto.randomUUID())
  const { customer, payments } = options
  const { items, summary, problems, first_delivery_date, payment_texts, consent_text } = preview
  const payment = payments.find((one) => one.payment_method_id === body.payment_method_id)
  return (
    <Dialog isOpen onClose={onClose} title="お客様にお伝えする内容">
      {problems.map(({ product_sku_id, message }) => (
        <p key={product_sku_id} role="alert" className="mb-2 text-danger">
          {message}
        </p>
      ))}
      <ul>
        {items.map(({ id, product_name, quantity, subtotal }) => (
          <li key={id} className="flex justify-between gap-4">
            <span>
              {product_name} × {quantity}
            </span>
            <span className="numeric">{sayYen(subtotal)}</span>
          </li>
        ))}
      </ul>
      <Sums summary={summary} />
      <Facts
        rows={[
          ['お支払い方法', payment?.payment_name],
          ['お届け予定日', formatShortWithWeekday(first_delivery_date)],
        ]}
      />
      {payment?.is_later && (
        <p className="mt-2 text-xs">お客様がメールのリンクからお支払いを済ませると、ご注文になります。</p>
      )}
      {payment_texts.map((text) => (
        <p key={text} className="mt-2 text-xs">
          {text}
        </p>
      ))}
      <div className="mt-4">
        <Form<{ agreed: boolean }>
          values={{ agreed: false }}
          submit={
            problems.length > 0 ? null : payment?.is_later ? '支払いのリンクをメールで送る' : 'この内容で注文する'
          }
          save={async ({ agreed }) => {
            const params = { id: customer.id }
            const seen = { shown_payment_total: summary.payment_total, shown_delivery_date: first_delivery_date }
            const said = { ...body, ...seen, idempotency_key: key.current }
            if (payment?.is_later) {
              await api('POST /admin/v1/customers/{id}/order-requests', { params, body: said })
              toast('お支払いのリンクをメールで送りました')
              return navigate(`/customers/${customer.id}`)
            }
            const { order_id, order_no, status, payment_message } = await api('POST /admin/v1/customers/{id}/orders', {
              params,
              body: { ...said, third_party_consent: agreed },
            })
            toast(
              status === 'payment_error'
                ? (payment_message ?? 'お支払いができませんでした')
                : `注文 ${order_no} を受け付けました`,
            )
            await navigate(`/orders/${order_id}`)
          }}
        >
          {consent_text && <CheckField name="agreed" label={`お客様が同意されました: ${consent_text}`} />}
        </Form>
      </div>
    </Dialog>
  )
}
