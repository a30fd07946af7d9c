import { type ProductEdit, SALE_TYPE_NAME } from '@kushi/contract/admin/product'
import { ApiError } from '@kushi/contract/client'
import { LUMP_SUM_CANCELLATION_NAME, MAX_CANCEL_FEE_RATE } from '@kushi/values/promise'
import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { openInNewTab } from '../../open-when-known.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { choicesOf } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { editableFields, emptyProduct, inputOf, type ProductFormValues, productFormValues } from './form-values.ts'
import { Label } from './label.tsx'
import { LastingQuestions } from './lasting.tsx'
import { NewCategory } from './new-category.tsx'
import { Pictures } from './pictures.tsx'
import { Places } from './places.tsx'
import { PartChoices } from './set-parts.tsx'
import { Skus } from './skus.tsx'
import { StoryFields } from './story.tsx'
import { impactText, type SubscriptionImpact, subscriptionImpacts } from './subscription-impacts.ts'

const { Form, TextField, NumberField, TextAreaField, SelectField, CheckField } = formFor<ProductFormValues>()

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const id = params.id === undefined ? null : Number(params.id)
  const [product, categories, products] = await Promise.all([
    id === null ? null : api('GET /admin/v1/products/{id}', { params: { id } }),
    api('GET /admin/v1/categories'),
    api('GET /admin/v1/products/names'),
  ])
  const ids = product?.skus.flatMap((sku) => sku.id ?? []) ?? []
  const stocks = await Promise.all(ids.map((sku) => api('GET /admin/v1/stock/{id}', { params: { id: sku } })))
  return { product, categories: categories.items, products: products.items, stocks }
}

const saleTypes = choicesOf(SALE_TYPE_NAME)

/** 商品の登録・編集 */
export function Component() {
  const { product, categories, products, stocks } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const mayWrite = useMay('catalogue.write')
  const [isAdding, setAdding] = useState(false)
  const question = useQuestion()
  const { save, conflict } = useSaveProduct(product, question.ask)
  return (
    <Page
      title={product?.product_name ?? '商品の登録'}
      parent={{ to: '/products', name: '商品' }}
      actions={product && <Actions product={product} mayWrite={mayWrite} />}
    >
      {product && product.obstacles.length > 0 && (
        <p className="mb-4">
          <State tone="stuck">ショップに表示されません: {product.obstacles.join('')}</State>
        </p>
      )}
      {product && product.in_sets.length > 0 && (
        <p className="mb-4 text-muted text-xs">
          次のセットの中身です。「販売する」を外すと、セットも品切れになります: <SetLinks sets={product.in_sets} />
        </p>
      )}
      <Form
        checkedFor="claims"
        key={`${product?.id}-${product?.version}`}
        values={product ? productFormValues(editableFields(product)) : emptyProduct}
        submit={mayWrite ? (product ? '保存する' : '登録する') : null}
        done={product ? '商品を保存しました' : '商品を登録しました'}
        save={save}
        aside={conflict}
      >
        <fieldset disabled={!mayWrite} className="contents">
          <Section title="公開">
            <CheckField
              name="visible"
              label="ショップに公開する"
              hint="外すと一覧・検索・商品ページに出なくなり、新しく買えなくなります。"
            />
            <SetsWithProduct sets={product?.in_sets ?? []} />
          </Section>
          <Section title="商品の内容">
            <div className="grid gap-x-4 md:grid-cols-2">
              <TextField name="product_name" label="商品名" isRequired maxLength={100} />
              <TextField name="product_name_kana" label="商品名(かな)" isRequired maxLength={100} />
              <div>
                <SelectField
                  name="category_id"
                  label="カテゴリ"
                  isRequired
                  isNumber
                  empty="選択してください"
                  choices={categories.map(({ id, category_name }) => ({ value: id, label: category_name }))}
                />
                {mayWrite && (
                  <button type="button" className="text-link -mt-3 mb-4 text-xs" onClick={() => setAdding(true)}>
                    新しいカテゴリを追加する
                  </button>
                )}
              </div>
              <TextField
                name="slug"
                label="URL用の名前"
                isRequired
                maxLength={60}
                hint="半角の英小文字・数字を「-」でつないで。例: camellia-oil"
              />
            </div>
            <TextField name="catch_copy" label="キャッチコピー" maxLength={200} />
            <TextAreaField name="description" label="説明" rows={6} maxLength={10_000} />
            <TextAreaField name="how_to_use" label="使い方" hint="1行に1つずつ。" />
          </Section>
          <Label />
          <Section title="売り方">
            <SelectField
              name="sale_type"
              label="販売種別"
              isNumber
              choices={saleTypes}
              className="max-w-80"
              isRequired
            />
            <YearlyPayment />
          </Section>
          <Pictures mayWrite={mayWrite} />
          <PartChoices value={products.flatMap(({ skus }) => skus)}>
            <Skus />
          </PartChoices>
          <LastingQuestions />
          <StoryFields products={products.filter(({ id }) => id !== product?.id)} />
        </fieldset>
      </Form>
      {stocks.length > 0 && (
        <div className="mt-6">
          <Places stocks={stocks} />
        </div>
      )}
      <NewCategory
        isOpen={isAdding}
        onClose={() => {
          setAdding(false)
          void revalidate()
        }}
      />
      {question.dialog}
    </Page>
  )
}

/**
 * Saves the form. Asks first if running subscriptions are affected, and reports a
 * conflict with another operator's change.
 */
function useSaveProduct(product: ProductEdit | null, ask: (found: SubscriptionImpact[]) => Promise<boolean>) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const version = useRef<number | null>(null)
  const [isBehind, setBehind] = useState(false)
  const save = async (typed: ProductFormValues) => {
    const body = inputOf(typed)
    if (!product) {
      const { id } = await api('POST /admin/v1/products', { body })
      await navigate(`/products/${id}`)
      return
    }
    const params = { id: product.id }
    const found = await subscriptionImpacts(product, body)
    if (found.length > 0 && !(await ask(found)))
      throw new ApiError(0, { message: '保存していません。入力した内容は残っています。' })
    try {
      await api('PUT /admin/v1/products/{id}', {
        params,
        body: { ...body, version: version.current ?? product.version },
      })
    } catch (error) {
      setBehind(error instanceof ApiError && error.error === 'ERROR_CHANGED_MEANWHILE')
      throw error
    }
    version.current = null
    setBehind(false)
    await revalidate()
  }
  const conflict = product && isBehind && (
    <>
      <a className="text-link" href={`/admin/products/${product.id}`} target="_blank" rel="noreferrer">
        最新の内容を別の画面で見る
      </a>
      <Button
        look="danger"
        onClick={(event) => {
          const { form } = event.currentTarget
          void api('GET /admin/v1/products/{id}', { params: { id: product.id } }).then((newest) => {
            version.current = newest.version
            form?.requestSubmit()
          })
        }}
      >
        この画面の内容で上書きする
      </Button>
    </>
  )
  return { save, conflict }
}

/** The question before saving, with the numbers of subscriptions. */
function useQuestion() {
  const [asked, setAsked] = useState<{ found: SubscriptionImpact[]; answer(yes: boolean): void } | null>(null)
  const answer = (yes: boolean) => {
    asked?.answer(yes)
    setAsked(null)
  }
  const ask = (found: SubscriptionImpact[]) => new Promise<boolean>((resolve) => setAsked({ found, answer: resolve }))
  const dialog = (
    <Dialog isOpen={asked !== null} onClose={() => answer(false)} title="続いている定期便があります">
      <ul className="mb-4 list-disc pl-5">
        {asked?.found.map((one) => (
          <li key={one.product_code}>{impactText(one)}</li>
        ))}
      </ul>
      <div className="flex gap-3">
        <Button look="primary" onClick={() => answer(true)}>
          この内容で保存する
        </Button>
        <Button onClick={() => answer(false)}>やめる</Button>
      </div>
    </Dialog>
  )
  return { ask, dialog }
}

function Actions({
  product: { id, visible, obstacles, shop_url },
  mayWrite,
}: {
  product: ProductEdit
  mayWrite: boolean
}) {
  const navigate = useNavigate()
  return (
    <>
      {visible && obstacles.length === 0 && (
        <a className="text-link" href={shop_url} target="_blank" rel="noreferrer">
          ショップで見る
        </a>
      )}
      {!(visible && obstacles.length === 0) && (
        <button
          type="button"
          className="text-link"
          onClick={() => openInNewTab(api('POST /admin/v1/products/{id}/preview', { params: { id } }))}
        >
          ショップで確かめる
        </button>
      )}
      <Link className="text-link" to={`/audit?subject=product&subject_id=${id}`}>
        操作履歴
      </Link>
      {mayWrite && (
        <Button
          onClick={() =>
            void api('POST /admin/v1/products/{id}/duplicate', { params: { id } }).then(async (duplicate) => {
              await navigate(`/products/${duplicate.id}`)
              toast('複製しました。名前・商品コード・価格を確かめて、公開してください')
            })
          }
        >
          複製する
        </Button>
      )}
    </>
  )
}

/**
 * 年払い, for products that are sold by subscription. If it is already set, it stays visible, so that it can be removed.
 */
function YearlyPayment() {
  const [sale_type, isYearly, rule] = useWatch<
    ProductFormValues,
    ['sale_type', 'lump_sum_payment_flag', 'lump_sum_rule']
  >({
    name: ['sale_type', 'lump_sum_payment_flag', 'lump_sum_rule'],
  })
  if (sale_type === 1 && !isYearly) return null
  return (
    <>
      <CheckField
        name="lump_sum_payment_flag"
        label="年払い(最初に全回分をお支払い)"
        hint="定期便で販売する商品だけに使えます。"
      />
      {isYearly && (
        <>
          <NumberField name="lump_sum_payment_num" label="年払いのお届け回数" unit="回" isRequired />
          <SelectField
            name="lump_sum_rule"
            label="年払いの途中で解約されたとき"
            choices={choicesOf(LUMP_SUM_CANCELLATION_NAME)}
            hint="商品ページ、確認画面、特商法のページに出て、解約のときもこのとおりに計算します。いま続いている契約は、申し込みのときの決まりのままです。"
          />
          {rule === 'fee' && (
            <NumberField
              name="lump_sum_fee_rate"
              label="解約料(残りの代金に対して)"
              unit="%"
              isRequired
              hint={`${MAX_CANCEL_FEE_RATE}%まで。平均的な損害を超える分は、消費者契約法により無効になります。`}
            />
          )}
        </>
      )}
    </>
  )
}

type Sets = ProductEdit['in_sets']

const SetLinks = ({ sets }: { sets: Sets }) =>
  sets.map(({ product_id, name }, n) => (
    <span key={`${product_id}:${name}`}>
      {n > 0 && '、'}
      <Link className="text-link" to={`/products/${product_id}`}>
        {name}
      </Link>
    </span>
  ))

/** Hidden, a product is still sold in sets, as long as its kinds are on sale: said before it is saved. */
function SetsWithProduct({ sets }: { sets: Sets }) {
  const [visible, skus] = useWatch<ProductFormValues, ['visible', 'skus']>({ name: ['visible', 'skus'] })
  if (visible || sets.length === 0 || !skus.some((sku) => sku.visible)) return null
  return (
    <p className="mb-4 text-xs" role="status">
      <State tone="stuck">セットでは販売中</State> 非公開でも、次のセットの中では販売が続きます:{' '}
      <SetLinks sets={sets} />
      。セットでの販売も止めるには、「種類と価格」の「販売する」も外してください。
    </p>
  )
}
