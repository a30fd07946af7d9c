import type { NewChange } from '@kushi/contract/admin/schedule'
import type { ScheduleKind } from '@kushi/values/schedule'
import { SCHEDULE_KIND_NAME } from '@kushi/values/schedule'
import { variantName } from '@kushi/values/variant'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CheckField, NumberField, SelectField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { toMoment } from './moment.ts'

/** Kinds that this screen plans. */
const offered = ['price', 'visibility', 'delivery_fee', 'free_amount', 'closing'] as const
type Offered = (typeof offered)[number]
const isOffered = (name: string | null): name is Offered => (offered as readonly string[]).includes(name ?? '')

const DAY = 86_400_000

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const query = new URL(request.url).searchParams
  const kind = query.get('kind')
  const subject = query.get('subject') ?? ''
  if (!isOffered(kind)) return { kind: null }
  const isOfProduct = kind === 'price' || kind === 'visibility'
  const products =
    isOfProduct && subject === '' ? await api('GET /admin/v1/products', { query: { per_page: '100' } }) : null
  const product =
    isOfProduct && subject !== '' ? await api('GET /admin/v1/products/{id}', { params: { id: subject } }) : null
  const deliveries = kind === 'delivery_fee' ? (await api('GET /admin/v1/setting/deliveries')).items : []
  const shop = kind === 'free_amount' ? await api('GET /admin/v1/setting/shop') : null
  return { kind, subject, products: products?.items ?? null, product, deliveries, shop }
}
type Loaded = Exclude<Awaited<ReturnType<typeof loader>>, { kind: null }>

const back = { to: '/schedule', name: '予定' }

/** 変更を予定する: what, then to what and when. */
export function Component() {
  const loaded = useLoaderData<typeof loader>()
  if (loaded.kind === null)
    return (
      <Page title="変更を予定する" parent={back}>
        <Links to={offered.map((kind) => [`?kind=${kind}`, SCHEDULE_KIND_NAME[kind]])} />
      </Page>
    )
  if (loaded.products)
    return (
      <Page title={`${SCHEDULE_KIND_NAME[loaded.kind]}: 商品を選ぶ`} parent={back}>
        <Links
          to={loaded.products.map(({ id, product_name }) => [`?kind=${loaded.kind}&subject=${id}`, product_name])}
        />
      </Page>
    )
  return <Plan loaded={loaded} />
}

const Links = ({ to }: { to: (readonly [to: string, label: string])[] }) => (
  <ul className="grid gap-2 md:grid-cols-3">
    {to.map(([path, label]) => (
      <li key={path}>
        <ButtonLink to={path} className="w-full">
          {label}
        </ButtonLink>
      </li>
    ))}
  </ul>
)

interface Values {
  starts_at: string
  ends_at: string
  subject_id: string
  after: {
    skus: { id: number; price: number; subscription_first_price: number | null; subscription_price: number | null }[]
    visible: boolean
    flat_rate_delivery_fee: number
    island_surcharge: number
    delivery_free_amount: number | null
    note: string
  }
}

function Plan({ loaded }: { loaded: Loaded }) {
  const navigate = useNavigate()
  const { kind, product, deliveries, shop } = loaded
  const first = deliveries[0]
  const isClosing = kind === 'closing'
  return (
    <Page title={`${SCHEDULE_KIND_NAME[kind]}の変更を予定する`} parent={back} lead={product?.product_name}>
      <Form<Values>
        values={{
          ...{ starts_at: '', ends_at: '', subject_id: product ? String(product.id) : first ? String(first.id) : '' },
          after: {
            skus: product?.skus ?? [],
            visible: !(product?.visible ?? true),
            flat_rate_delivery_fee: first?.flat_rate_delivery_fee ?? 0,
            island_surcharge: first?.island_surcharge ?? 0,
            delivery_free_amount: shop?.delivery_free_amount ?? null,
            note: '',
          },
        }}
        submit="予定する"
        done="変更を予定しました"
        save={async (values) => {
          await api('POST /admin/v1/schedule', { body: bodyOf(kind, values) })
          await navigate('/schedule')
        }}
      >
        <Section title="変更後の内容">
          <After loaded={loaded} />
        </Section>
        <Section title="いつ" lead="日本時間です。">
          <div className="grid max-w-[480px] gap-x-6 md:grid-cols-2">
            <TextField
              name="starts_at"
              type={isClosing ? 'date' : 'datetime-local'}
              label={isClosing ? '休業の最初の日' : '始まり'}
              isRequired
            />
            <TextField
              name="ends_at"
              type={isClosing ? 'date' : 'datetime-local'}
              label={isClosing ? '休業の最後の日' : '終わり'}
              isRequired={isClosing}
              hint={isClosing ? undefined : '空欄なら、そのまま続きます。終わると、変更前の内容に戻ります。'}
            />
          </div>
        </Section>
      </Form>
    </Page>
  )
}

/** The last closed day ends at its midnight. */
const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10)

function bodyOf(kind: ScheduleKind, { starts_at, ends_at, subject_id, after }: Values): NewChange {
  const isClosing = kind === 'closing'
  const start = isClosing && starts_at ? `${starts_at}T00:00` : starts_at
  const end = isClosing && ends_at ? `${dayAfter(ends_at)}T00:00` : ends_at
  const own = kind === 'closing' || kind === 'free_amount' ? '' : subject_id
  // The server takes of `after` what belongs to the kind.
  return {
    kind,
    subject_id: own,
    starts_at: toMoment(start) ?? '',
    ends_at: toMoment(end),
    after,
  } as unknown as NewChange
}

function After({ loaded: { kind, product, deliveries } }: { loaded: Loaded }) {
  if (kind === 'visibility') return <CheckField name="after.visible" label="ショップに公開する" />
  if (kind === 'closing')
    return (
      <TextField
        name="after.note"
        label="メモ(お店の人だけが見ます)"
        hint="この間は出荷しないものとして、お届けできる最短の日を数えます。"
      />
    )
  if (kind === 'free_amount')
    return (
      <NumberField
        name="after.delivery_free_amount"
        label="送料が無料になる金額(税込)"
        unit="円"
        hint="空欄にすると、送料無料はありません。"
      />
    )
  if (kind === 'delivery_fee')
    return (
      <>
        <SelectField
          name="subject_id"
          label="配送方法"
          choices={deliveries.map(({ id, delivery_name }) => ({ value: String(id), label: delivery_name }))}
        />
        <NumberField name="after.flat_rate_delivery_fee" label="送料" unit="円" />
        <NumberField name="after.island_surcharge" label="離島の追加料金" unit="円" />
      </>
    )
  return product?.skus.map((sku, n) => (
    <fieldset key={sku.id} className="mb-2 grid gap-x-6 md:grid-cols-3">
      <legend className="font-medium text-xs">{variantName(sku) || sku.product_code}</legend>
      <NumberField name={`after.skus.${n}.price`} label="価格(税込)" unit="円" />
      {product.sale_type !== 1 && (
        <>
          <NumberField name={`after.skus.${n}.subscription_first_price`} label="定期の初回" unit="円" />
          <NumberField name={`after.skus.${n}.subscription_price`} label="定期の2回目から" unit="円" />
        </>
      )}
    </fieldset>
  ))
}
