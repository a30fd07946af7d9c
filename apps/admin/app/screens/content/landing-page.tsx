import type { LandingPageInput } from '@kushi/contract/admin/landing-page'
import { emptyBlock } from '@kushi/values/block/kinds'
import { DELIVERY_INTERVAL_NAME } from '@kushi/values/delivery-pattern'
import { PAYMENT_METHOD_FILTER_NAME, PAYMENT_METHOD_IDS } from '@kushi/values/payment-method'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { type Path, useFormContext, useWatch } from 'react-hook-form'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { openInNewTab } from '../../open-when-known.ts'
import { toast } from '../../shell/toast.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { type Choice, choicesOf } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { ItemFields } from '../../ui/item-fields.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { unfilled } from '../../ui/unfilled.ts'
import { inputFromMoment, momentFromInput } from '../schedule/moment.ts'
import { promotionChoices } from '../setting/promotion-choices.ts'
import { BlockFields, type EditedBlock } from './block-fields.tsx'

const { Form, TextField, TextAreaField, SelectField, CheckField, Beside } = formFor<Values>()

export const loader = async ({ params: { id } }: LoaderFunctionArgs) => {
  const [page, products, categories, promotions] = await Promise.all([
    id === undefined ? null : api('GET /admin/v1/landing-pages/{id}', { params: { id } }),
    api('GET /admin/v1/products/names'),
    api('GET /admin/v1/categories'),
    api('GET /admin/v1/landing-pages/promotions'),
  ])
  return {
    page,
    skus: products.items.flatMap(({ skus }) => skus),
    categories: categories.items,
    promotions: promotions.items,
  }
}

type Values = Omit<LandingPageInput, 'blocks' | 'opens_at' | 'closes_at' | 'payment_method_ids' | 'promotion_id'> & {
  opens_at: string
  closes_at: string
  blocks: EditedBlock[]
  /** As checkboxes have them; 0 is 代金引換. */
  payment_method_ids: string[]
  /** Empty: none. */
  promotion_id: string
}

const momentInput = (at: string | null) => (at === null ? '' : inputFromMoment(at))

const newPage: Values = {
  slug: '',
  title: '',
  visible: false,
  opens_at: '',
  closes_at: '',
  successor: '',
  cart_type: 0,
  items: [],
  intervals: [],
  payment_method_ids: [],
  promotion_id: '',
  adcd: '',
  thanks: '',
  blocks: [
    { ...emptyBlock('hero'), visible: true, image_url: null },
    { ...emptyBlock('form'), title: 'お申し込み', visible: true, image_url: null },
  ],
}

const bodyOf = ({
  opens_at,
  closes_at,
  blocks,
  intervals,
  payment_method_ids,
  promotion_id,
  ...rest
}: Values): LandingPageInput => ({
  ...rest,
  opens_at: momentFromInput(opens_at),
  closes_at: momentFromInput(closes_at),
  intervals: rest.cart_type === 1 ? intervals : [],
  payment_method_ids: PAYMENT_METHOD_IDS.filter((id) => payment_method_ids.includes(String(id ?? 0))),
  promotion_id: promotion_id === '' ? null : Number(promotion_id),
  blocks: blocks.map(({ image_url: _, ...block }) => block),
})

/** 申し込みページ: edits one, or creates a new one. */
export function Component() {
  const { page, skus, categories, promotions } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const mayWrite = useMay('content.write')
  const remove = async () => {
    if (!page || !confirm(`${wrapInQuoteMarks(page.title)}を削除しますか?`)) return
    await api('DELETE /admin/v1/landing-pages/{id}', { params: { id: page.id } })
    toast('申し込みページを削除しました')
    await navigate('/content/landing-pages')
  }
  const values: Values = page
    ? {
        ...page,
        opens_at: momentInput(page.opens_at),
        closes_at: momentInput(page.closes_at),
        payment_method_ids: page.payment_method_ids.map((id) => String(id ?? 0)),
        promotion_id: String(page.promotion_id ?? ''),
      }
    : { ...newPage, items: [{ product_sku_id: unfilled<number>(), quantity: 1 }] }
  return (
    <Page
      title={page?.title ?? '申し込みページを作る'}
      parent={{ to: '/content/landing-pages', name: '申し込みページ' }}
      actions={page && <Actions id={page.id} onRemove={mayWrite && !page.is_compared ? () => void remove() : null} />}
    >
      <Form
        checkedFor="claims"
        key={page?.version ?? 'new'}
        values={values}
        submit={mayWrite ? '保存する' : null}
        done="申し込みページを保存しました"
        save={async (given) => {
          const body = bodyOf(given)
          if (!page) {
            const { id } = await api('POST /admin/v1/landing-pages', { body })
            await navigate(`/content/landing-pages/${id}`)
            return
          }
          await api('PUT /admin/v1/landing-pages/{id}', {
            params: { id: page.id },
            body: { ...body, version: page.version },
          })
          await revalidate()
        }}
      >
        <fieldset disabled={!mayWrite} className="contents">
          <Section title="ページ">
            <CheckField name="visible" label="公開する" hint="開始の日時が来るまでは、ショップに出ません。" />
            <TextField name="title" label="題名" isRequired maxLength={60} />
            <div className="grid gap-x-4 md:grid-cols-2">
              <TextField
                name="slug"
                label="URL用の名前"
                isRequired
                maxLength={60}
                hint="/sh/lp/ のあとに続きます。例: first-oil"
              />
              <TextField
                name="adcd"
                label="広告コード"
                maxLength={64}
                hint="リンクに広告コードがないときに、注文に残ります。"
              />
              <TextField name="opens_at" label="受付の開始" type="datetime-local" hint="空けると、公開してすぐです。" />
              <TextField
                name="closes_at"
                label="受付の終了"
                type="datetime-local"
                hint="空けると、終わりはありません。"
              />
              <TextField
                name="successor"
                label="受付のあとの行き先"
                maxLength={200}
                hint="例: /lp/next、/products/detail/1。空けると商品一覧です。広告のパラメータは引き継ぎます。"
              />
            </div>
          </Section>
          <Section title="商品と買いかた" lead="このページでお申し込みいただく内容です。カートの商品とは混ざりません。">
            <ItemFields skus={skus} />
            <PurchaseTypeField />
            <SelectField
              name="promotion_id"
              label="このページの特典"
              className="max-w-80"
              empty="なし"
              choices={promotionChoices(promotions, page?.promotion_id ?? null, '終了した特典(適用されません)')}
              hint="このページからのご注文だけに付きます。適用のしかたが「申し込みページからのご注文だけ」の特典から選びます。"
            />
          </Section>
          {page?.is_compared ? (
            <p className="mb-6 text-muted">
              パターンをくらべているあいだは、部品を変えられません。比較を終えると、変えられます。
            </p>
          ) : (
            <BlockFields listName="blocks" page="landing_page" maxCount={30} categories={categories} />
          )}
          <Beside name="blocks" />
          <Section title="注文のあと">
            <TextAreaField
              name="thanks"
              label="完了ページの文章"
              rows={4}
              maxLength={1_000}
              hint="このページからのご注文の完了ページに出ます。空けると、いつもの文章だけです。"
            />
          </Section>
        </fieldset>
      </Form>
    </Page>
  )
}

function PurchaseTypeField() {
  const isPeriodic = Number(useWatch<Values, 'cart_type'>({ name: 'cart_type' })) === 1
  return (
    <>
      <SelectField
        name="cart_type"
        label="買いかた"
        className="mt-4 max-w-80"
        isNumber
        choices={[
          { value: 0, label: '1回ずつのご購入' },
          { value: 1, label: '定期便' },
        ]}
      />
      {isPeriodic && (
        <CheckboxGroup
          name="intervals"
          legend="お届け間隔"
          hint="お客様は、この中から選びます。"
          choices={choicesOf(DELIVERY_INTERVAL_NAME)}
        />
      )}
      <CheckboxGroup
        name="payment_method_ids"
        legend="お支払い方法"
        hint="選ばないと、お店のお支払い方法をすべてお使いいただけます。"
        choices={choicesOf(PAYMENT_METHOD_FILTER_NAME)}
      />
    </>
  )
}

interface CheckboxGroupProps {
  name: Path<Values>
  legend: string
  hint: string
  choices: readonly Choice[]
}

function CheckboxGroup({ name, legend, hint, choices }: CheckboxGroupProps) {
  const { register } = useFormContext<Values>()
  return (
    <fieldset className="mb-4">
      <legend className="mb-1 font-medium text-xs">{legend}</legend>
      <p className="mb-1 text-muted text-xs">{hint}</p>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {choices.map(({ value, label }) => (
          <label key={value} className="flex items-center gap-2">
            <input type="checkbox" value={value} className="size-4 accent-camellia" {...register(name)} />
            {label}
          </label>
        ))}
      </div>
      <Beside name={name} />
    </fieldset>
  )
}

function Actions({ id, onRemove }: { id: number; onRemove: (() => void) | null }) {
  return (
    <>
      <ButtonLink to={`/content/landing-pages/${id}/form-figures`}>フォームの集計</ButtonLink>
      <ButtonLink to={`/content/landing-pages/${id}/variants`}>パターンをくらべる</ButtonLink>
      <Button onClick={() => openInNewTab(api('POST /admin/v1/landing-pages/{id}/preview', { params: { id } }))}>
        保存した内容を下見する
      </Button>
      {onRemove && <Button onClick={onRemove}>削除する</Button>}
    </>
  )
}
