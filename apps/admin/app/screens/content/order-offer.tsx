import type { OrderOfferInput } from '@kushi/contract/admin/order-offer'
import { experimentSubjectOfOffer } from '@kushi/values/experiment'
import { OFFER_PLACE_NAME, type OfferPlace, POST_PURCHASE_OFFER_MINUTES_RANGE } from '@kushi/values/order-offer'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { useWatch } from 'react-hook-form'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { Comparison } from '../../ui/comparison.tsx'
import { type Choice, choicesOf } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { choiceOf } from '../../ui/item-fields.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { inputFromMoment, momentFromInput } from '../schedule/moment.ts'

const { Form, TextField, NumberField, TextAreaField, SelectField, CheckField, Rows } = formFor<Values>()

export const loader = async ({ params: { id } }: LoaderFunctionArgs) => {
  const [offer, products, pages] = await Promise.all([
    id === undefined ? null : api('GET /admin/v1/order-offers/{id}', { params: { id } }),
    api('GET /admin/v1/products/names'),
    api('GET /admin/v1/landing-pages'),
  ])
  const experiment = offer && (await api('GET /admin/v1/order-offers/{id}/experiment', { params: { id: offer.id } }))
  return { offer, experiment, skus: products.items.flatMap(({ skus }) => skus), pages: pages.items }
}

const COMPARED_TEXTS = {
  order_offer: {
    of: 'order',
    lead: 'ご案内しなくてもお求めになった方を引いた、このご案内だけの効果です。一部のご注文には、くじで、ご案内しません。はじめのご注文の内容は、どちらも変わりません。',
    deed: '注文のあとにご案内',
  },
  form_offer: {
    of: 'visitor',
    lead: 'ご案内しなくてもお求めになった方を引いた、このご案内だけの効果です。一部のお客様には、くじで、ご案内しません。ご注文にならなかった方も数えるので、ご案内でご注文が減っていないかもわかります。',
    deed: '注文の画面でご案内',
  },
} as const

/** As the fields have them: moments as typed, SKUs that are not chosen yet. */
interface Values extends Omit<OrderOfferInput, 'opens_at' | 'closes_at' | 'for_sku_ids' | 'product_sku_id'> {
  opens_at: string
  closes_at: string
  product_sku_id: number | null
  for_sku_ids: { product_sku_id: number | null }[]
}

const fresh: Values = {
  offer_place: 'beside',
  title: '',
  text: '',
  visible: false,
  opens_at: '',
  closes_at: '',
  sort_no: 10,
  cart_type: 0,
  product_sku_id: null,
  quantity: 1,
  for_sku_ids: [],
  landing_slug: '',
  take_within_minutes: 30,
}

const typed = (at: string | null) => (at === null ? '' : inputFromMoment(at))

const bodyOf = ({
  opens_at,
  closes_at,
  product_sku_id,
  for_sku_ids,
  cart_type,
  take_within_minutes,
  ...rest
}: Values): OrderOfferInput => ({
  ...rest,
  // The other places have no such field, and this one sells once only.
  ...(rest.offer_place === 'after' ? { cart_type: 0, take_within_minutes } : { cart_type, take_within_minutes: null }),
  opens_at: momentFromInput(opens_at),
  closes_at: momentFromInput(closes_at),
  // The server says beside the field what is missing.
  product_sku_id: product_sku_id ?? 0,
  for_sku_ids: for_sku_ids.flatMap((one) => one.product_sku_id ?? []),
})

/** 注文のときのご案内: edits one, or creates a new one. */
export function Component() {
  const { offer, skus, pages, experiment } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const mayWrite = useMay('content.write')
  const isCompared = experiment?.latest?.ended_at === null
  const remove = async () => {
    if (!offer || !confirm(`${wrapInQuoteMarks(offer.title)}を削除しますか?`)) return
    await api('DELETE /admin/v1/order-offers/{id}', { params: { id: offer.id } })
    toast('ご案内を削除しました')
    await navigate('/content/order-offers')
  }
  const values: Values = offer
    ? {
        ...offer,
        opens_at: typed(offer.opens_at),
        closes_at: typed(offer.closes_at),
        for_sku_ids: offer.for_sku_ids.map((product_sku_id) => ({ product_sku_id })),
        take_within_minutes: offer.take_within_minutes ?? fresh.take_within_minutes,
      }
    : fresh
  const choices = skus.map(choiceOf)
  return (
    <Page
      title={offer?.title ?? 'ご案内を作る'}
      parent={{ to: '/content/order-offers', name: '注文のときのご案内' }}
      actions={offer && mayWrite && !isCompared && <Button onClick={() => void remove()}>削除する</Button>}
    >
      {offer && experiment && (
        <Comparison
          experiment={experiment}
          {...COMPARED_TEXTS[experimentSubjectOfOffer(offer.offer_place)]}
          mayStart={mayWrite && offer.visible}
          mayEnd={mayWrite}
          countedText="このご案内が出たご注文"
          start={(body) => api('POST /admin/v1/order-offers/{id}/experiment', { params: { id: offer.id }, body })}
          end={() => api('POST /admin/v1/order-offers/{id}/experiment/end', { params: { id: offer.id } })}
        />
      )}
      <Form
        checkedFor="claims"
        key={offer?.version ?? 'new'}
        values={values}
        submit={mayWrite ? '保存する' : null}
        done="ご案内を保存しました"
        save={async (given) => {
          const body = bodyOf(given)
          if (!offer) {
            const { id } = await api('POST /admin/v1/order-offers', { body })
            await navigate(`/content/order-offers/${id}`)
            return
          }
          await api('PUT /admin/v1/order-offers/{id}', {
            params: { id: offer.id },
            body: { ...body, version: offer.version },
          })
          await revalidate()
        }}
      >
        <fieldset disabled={!mayWrite} className="contents">
          <Section title="ご案内">
            <CheckField name="visible" label="公開する" hint="開始の日時が来るまでは、注文の画面に出ません。" />
            <div className="grid gap-x-4 md:grid-cols-2">
              <SelectField name="offer_place" label="出す場所" isRequired choices={choicesOf(OFFER_PLACE_NAME)} />
              <NumberField
                name="sort_no"
                label="並び順"
                unit="番"
                hint="合うものがいくつかあるとき、いちばん小さいものが出ます。"
              />
            </div>
            <TakeWithinField />
            <TextField name="title" label="題名" isRequired maxLength={40} hint="お客様が読む見出しです。" />
            <TextAreaField
              name="text"
              label="文章"
              rows={3}
              maxLength={200}
              hint="空けると、題名と商品だけが出ます。"
            />
            <div className="grid gap-x-4 md:grid-cols-2">
              <TextField name="opens_at" label="受付の開始" type="datetime-local" hint="空けると、公開してすぐです。" />
              <TextField
                name="closes_at"
                label="受付の終了"
                type="datetime-local"
                hint="空けると、終わりはありません。"
              />
            </div>
          </Section>
          <Section
            title="ご案内する商品"
            lead="金額は、いつもの計算(初回価格・特典・送料)で出します。ここで決める値段はありません。"
          >
            <SelectField
              name="product_sku_id"
              label="商品"
              isNumber
              isRequired
              empty="選択してください"
              choices={choices}
            />
            <div className="grid gap-x-4 md:grid-cols-2">
              <NumberField name="quantity" label="数量" unit="点" />
              <Way />
            </div>
          </Section>
          <Goods choices={choices} />
          <Section title="出すところ">
            <SelectField
              name="landing_slug"
              label="申し込みページ"
              className="max-w-96"
              choices={[
                { value: '', label: 'すべての注文の画面' },
                ...pages.map(({ slug, title }) => ({ value: slug, label: `${title}(/lp/${slug})だけ` })),
              ]}
            />
          </Section>
        </fieldset>
      </Form>
    </Page>
  )
}

const useOfferPlace = (): OfferPlace => useWatch<Values, 'offer_place'>({ name: 'offer_place' })

function TakeWithinField() {
  if (useOfferPlace() !== 'after') return null
  return (
    <NumberField
      name="take_within_minutes"
      label="追加できる時間"
      unit="分"
      isRequired
      hint={`ご注文からの時間です(${POST_PURCHASE_OFFER_MINUTES_RANGE.min}〜${POST_PURCHASE_OFFER_MINUTES_RANGE.max}分)。完了の画面に、時刻で出ます。出荷の準備を始めると、時間の前でも終わります。`}
    />
  )
}

function Way() {
  const place = useOfferPlace()
  if (place === 'after')
    return <p className="text-muted text-sm">1回ずつのご注文に出て、今回の箱にだけ加わります。定期便は選べません。</p>
  return (
    <SelectField
      name="cart_type"
      label="買いかた"
      isNumber
      hint={
        place === 'beside'
          ? 'この買いかたのご注文にだけ出ます。定期便では、毎回のお届けに入ります。'
          : '1回ずつのご注文に、定期便をご案内できます。定期便に、1回ずつのご案内は出ません。'
      }
      choices={[
        { value: 0, label: '1回ずつのご購入' },
        { value: 1, label: '定期便' },
      ]}
    />
  )
}

function Goods({ choices }: { choices: Choice[] }) {
  const place = useOfferPlace()
  return (
    <Section
      title="どの商品のご注文に"
      lead={
        place !== 'instead'
          ? 'どれかがご注文に入っているときに出ます。ひとつも選ばなければ、どのご注文にも出ます。'
          : 'この商品だけのご注文に出ます。選ぶと、その商品と入れ替わります。'
      }
    >
      <Rows name="for_sku_ids" newRow={{ product_sku_id: null }} add="商品を選ぶ">
        {(n) => (
          <SelectField
            name={`for_sku_ids.${n}.product_sku_id`}
            label="商品"
            isNumber
            empty="選択してください"
            choices={choices}
            className="mb-0!"
          />
        )}
      </Rows>
    </Section>
  )
}
