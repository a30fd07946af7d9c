import type { OrderDetail, Replacement } from '@kushi/contract/admin/order'
import { useRef } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { AddressFields } from '../../ui/address-fields.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { DeliveryFields } from '../../ui/delivery-fields.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { deliveryChoiceOf, loadShippingChoices } from './load-shipping-choices.ts'
import { ReasonField } from './reason-field.tsx'
import { ReplacementItems } from './replacement-items.tsx'

const { Form, SelectField, CheckField } = formFor<ReplacementFormValues>()

export const loader = loadShippingChoices

/** 再送・交換: the items to send, the address, and the reason. */
export function Component() {
  const { order, options } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  // One key per visit of the screen: several clicks create one order.
  const idempotency_key = useRef(crypto.randomUUID())
  const { id, order_no, refusals, payments } = order
  const back = `/orders/${id}`
  const page = { title: `注文 ${order_no} の再送・交換`, parent: { to: back, name: `注文 ${order_no}` } }
  if (refusals.replace !== null)
    return (
      <Page {...page}>
        <Empty action={<ButtonLink to={back}>注文に戻る</ButtonLink>}>{refusals.replace}</Empty>
      </Page>
    )
  return (
    <Page {...page}>
      <Form
        values={replacementFormValues(order)}
        submit="代金なしで送る"
        done="再送・交換の注文を作りました"
        save={async (typed) => {
          const body = bodyOf(order, typed, idempotency_key.current)
          const made = await api('POST /admin/v1/orders/{id}/replacement', { params: { id }, body })
          await navigate(`/orders/${made.id}`)
        }}
      >
        <Section title="送りかた">
          <SelectField
            name="kind"
            label="種類"
            choices={[
              { value: 'resend', label: '再送(同じ商品をもう一度送る)' },
              { value: 'exchange', label: '交換(商品を返していただき、ほかの商品も選べる)' },
            ]}
          />
          <p className="text-muted text-xs">
            新しい注文を0円で作ります。代金も代引もいただきません。在庫は、いま引き当てます。
            {payments[0]?.state === 'authorised' && 'この注文の代金は、まだすべて受け取っていません。'}
          </p>
        </Section>
        <Section title="お送りする商品" lead="送らない商品は、数量を0にしてください。">
          <ReplacementItems order={order} skus={options.skus} />
        </Section>
        <Section title="お届け先">
          <AddressFields />
        </Section>
        <Section title="お届けの方法と日時">
          <DeliveryFields deliveries={options.deliveries} hasDate />
        </Section>
        <Section title="理由とお知らせ">
          <ReasonField />
          <CheckField name="notify" label="お客様にメールで知らせる" />
        </Section>
      </Form>
    </Page>
  )
}

/** The values of the form: every item of the original order; an item with 0 pieces is not sent. */
interface ReplacementFormValues extends Required<Omit<Replacement, 'idempotency_key' | 'delivery_date'>> {
  delivery_date: string
}

const replacementFormValues = (order: OrderDetail): ReplacementFormValues => ({
  kind: 'resend',
  items: order.items
    .filter(({ replaceable }) => replaceable > 0)
    .map(({ id, product_sku_id, replaceable }) => ({ order_item_id: id, product_sku_id, quantity: replaceable })),
  ...deliveryChoiceOf(order),
  delivery_date: '',
  decision_reason: '',
  notify: true,
})

/** A 再送 sends the same SKUs, even if others were chosen for a 交換 before. */
const bodyOf = (
  order: OrderDetail,
  { delivery_date, items, ...typed }: ReplacementFormValues,
  idempotency_key: string,
): Replacement => ({
  ...typed,
  items: items
    .filter(({ quantity }) => quantity > 0)
    .map((item) => {
      const { product_sku_id } = order.items.find(({ id }) => id === item.order_item_id)!
      return typed.kind === 'resend' ? { ...item, product_sku_id } : item
    }),
  delivery_date: delivery_date || null,
  idempotency_key,
})
