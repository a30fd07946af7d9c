import {
  PROMOTION_AUDIENCE_NAME,
  PROMOTION_EFFECT_NAME,
  PROMOTION_SCOPE_NAME,
  PROMOTION_TRIGGER_NAME,
  type PromotionTrial,
} from '@kushi/contract/admin/promotion'
import { ApiError } from '@kushi/contract/client'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay, useMe } from '../../me.ts'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { NumberField, SelectField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { choiceOf } from '../../ui/item-fields.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { sayNumber, sayYen } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'
import { Rows } from '../setting/rows.tsx'
import { Codes } from './codes.tsx'
import { PromotionState } from './list.tsx'
import { Members } from './members.tsx'
import { bodyOf, fresh, typedOf, type Values } from './typed.ts'

export async function loader({ params: { id } }: LoaderFunctionArgs) {
  const [promotion, products] = await Promise.all([
    id === undefined ? null : api('GET /admin/v1/promotions/{id}', { params: { id } }),
    api('GET /admin/v1/products/names'),
  ])
  return { promotion, products: products.items }
}

const choicesOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

/** 特典・クーポン: edits one, or creates a draft. */
export function Component() {
  const { promotion } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { today } = useMe()
  return (
    <Page
      title={promotion ? promotion.promotion_name : '特典を作る'}
      parent={{ to: '/promotions', name: '特典・クーポン' }}
      lead={promotion?.sentence}
      actions={promotion && <Standing />}
    >
      {promotion && <Given />}
      {promotion && promotion.trigger !== 'automatic' && <Codes promotion={promotion} />}
      {promotion?.member_scope === 'listed' && <Members promotion={promotion} />}
      <Form<Values>
        key={promotion?.version ?? 'new'}
        reads="claims"
        values={promotion ? typedOf(promotion) : fresh(today)}
        submit={promotion ? '保存する' : '下書きを作る'}
        permission="catalogue.write"
        done={promotion ? '特典を保存しました' : '下書きを作りました'}
        save={async (typed) => {
          const body = bodyOf(typed)
          if (promotion) {
            const { id, version } = promotion
            await api('PUT /admin/v1/promotions/{id}', { params: { id }, body: { ...body, version } })
            return revalidate()
          }
          const { id } = await api('POST /admin/v1/promotions', { body })
          return navigate(`/promotions/${id}`)
        }}
      >
        <Fields />
        <Trial />
      </Form>
    </Page>
  )
}

/** 公開する, すぐに止める. */
function Standing() {
  const { promotion } = useLoaderData<typeof loader>()
  const mayWrite = useMay('catalogue.write')
  const { act, isBusy, refusal } = useAction()
  if (!promotion) return null
  const { id, status } = promotion
  const params = { id }
  return (
    <>
      <PromotionState promotion={promotion} />
      <Refusal>{refusal}</Refusal>
      {mayWrite && status !== 'active' && (
        <Button
          look="primary"
          isBusy={isBusy}
          onClick={() => void act(() => api('POST /admin/v1/promotions/{id}/start', { params }))}
        >
          {status === 'draft' ? '公開する' : 'もう一度公開する'}
        </Button>
      )}
      {mayWrite && status === 'active' && (
        <Button
          look="danger"
          isBusy={isBusy}
          onClick={() =>
            confirm('この特典をすぐに止めますか? 定期便に約束した分は続きます。') &&
            void act(() => api('POST /admin/v1/promotions/{id}/stop', { params }))
          }
        >
          すぐに止める
        </Button>
      )}
    </>
  )
}

/** 使われかた: uses and cost so far. */
function Given() {
  const { promotion } = useLoaderData<typeof loader>()
  if (!promotion || promotion.status === 'draft') return null
  const { uses, later, yen } = promotion.given
  const { max_uses, budget_yen } = promotion
  const of = (most: number | null, say: (n: number) => string) => (most === null ? '' : ` / ${say(most)}`)
  return (
    <Section title="使われかた" lead="キャンセルやお支払いできなかった分は戻っています。">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {[
          ['使われた注文と、始まった定期便', `${sayNumber(uses)}件${of(max_uses, sayNumber)}`],
          ['定期便の2回目から', `${sayNumber(later)}件`],
          ['割引の合計', `${sayYen(yen)}${of(budget_yen, sayYen)}`],
        ].map(([label, value]) => (
          <div key={label}>
            <dt className="text-muted text-xs">{label}</dt>
            <dd className="numeric text-base">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function Fields() {
  const kind = useWatch<Values, 'effect.kind'>({ name: 'effect.kind' })
  const audience = useWatch<Values, 'audience'>({ name: 'audience' })
  const scope = useWatch<Values, 'member_scope'>({ name: 'member_scope' })
  const { products } = useLoaderData<typeof loader>()
  const choices = products.map(({ id, product_name }) => ({ value: id, label: product_name }))
  const gifts = products
    .flatMap(({ skus }) => skus)
    .filter(({ is_set }) => !is_set)
    .map(choiceOf)
  return (
    <>
      <Section title="内容">
        <div className="grid gap-x-6 md:grid-cols-2">
          <TextField
            name="promotion_name"
            label="名前"
            isRequired
            maxLength={40}
            hint="お客様が、カート・メール・領収書で読む名前です。例: 秋のご愛用感謝クーポン"
          />
          <SelectField name="effect.kind" label="何をするか" isRequired choices={choicesOf(PROMOTION_EFFECT_NAME)} />
          {kind === 'percent' && <NumberField name="effect.percent" label="割引率" unit="%" isRequired />}
          {kind === 'yen' && <NumberField name="effect.yen" label="割引額" unit="円" isRequired />}
          {kind === 'set_price' && <NumberField name="effect.pieces" label="点数" unit="点で" isRequired />}
          {kind === 'gift' && (
            <>
              <SelectField
                name="effect.product_sku_id"
                label="プレゼント"
                isNumber
                isRequired
                empty="選択してください"
                choices={gifts}
                hint="公開していない商品も選べます。在庫から引かれ、なくなると自動的に終わります。"
              />
              <NumberField name="effect.pieces" label="付ける点数" unit="点" isRequired />
            </>
          )}
          {(kind === 'fixed_price' || kind === 'set_price') && (
            <NumberField name="effect.price" label="価格(税込)" unit="円" isRequired />
          )}
        </div>
        <p className="mb-1 font-medium text-xs">対象の商品</p>
        <p className="text-muted text-xs">ひとつも選ばなければ、全商品が対象です。</p>
        <Rows name="product_ids" fresh={{ product_id: null }} add="商品を選ぶ">
          {(n) => (
            <SelectField
              name={`product_ids.${n}.product_id`}
              label="商品"
              isNumber
              empty="選択してください"
              choices={choices}
              className="mb-0!"
            />
          )}
        </Rows>
      </Section>
      <Section title="だれに、いつ">
        <div className="grid gap-x-6 md:grid-cols-2">
          <SelectField name="trigger" label="適用のしかた" isRequired choices={choicesOf(PROMOTION_TRIGGER_NAME)} />
          <SelectField
            name="member_scope"
            label="対象の会員"
            isRequired
            choices={choicesOf(PROMOTION_SCOPE_NAME)}
            hint={
              scope === 'listed'
                ? '保存したあとに、会員番号かメールアドレスのリストを入れてください。'
                : scope === 'birthday_month'
                  ? 'ご注文の日(日本時間)の月と、会員情報の生年月日の月を比べます。生年月日は会員が直せるため、使える回数は「おひとり様1回まで」か「間をあければもう1回」(11か月など)にします。'
                  : undefined
            }
          />
          <SelectField name="audience" label="使える回数" isRequired choices={choicesOf(PROMOTION_AUDIENCE_NAME)} />
          {audience === 'again' && (
            <NumberField name="again_after_months" label="もう1回使えるまで" unit="か月" isRequired />
          )}
          <TextField name="starts_at" label="始まり" type="datetime-local" isRequired />
          <TextField
            name="ends_at"
            label="終わり"
            type="datetime-local"
            hint="空欄なら、止めるまで続きます。この日時からは使えません。"
          />
          <SelectField
            name="cart_type"
            label="買いかた"
            isNumber
            empty="通常購入と定期便"
            choices={[
              { value: 0, label: '通常購入だけ' },
              { value: 1, label: '定期便だけ' },
            ]}
          />
          <NumberField
            name="min_amount"
            label="お買い上げの下限"
            unit="円以上"
            hint="対象の商品の、割引前の合計で判定します。空欄なら下限なし。"
          />
          <NumberField name="from_cycle" label="定期便の何回目から" unit="回目から" isRequired />
          <NumberField
            name="to_cycle"
            label="定期便の何回目まで"
            unit="回目まで"
            hint="空欄なら、続くかぎり毎回。期間中に始まった定期便に、始まったときの内容のまま続きます。"
          />
        </div>
      </Section>
      <Section title="併用と上限">
        <div className="grid gap-x-6 md:grid-cols-2">
          <TextField
            name="stack_group"
            label="併用グループ"
            maxLength={20}
            hint="同じグループの特典は、いちばんお得な1つだけになります。空欄なら、どの特典とも併用できます。"
          />
          <NumberField
            name="max_uses"
            label="先着"
            unit="件まで"
            hint="空欄なら制限なし。キャンセルされた分は戻ります。"
          />
          <NumberField
            name="budget_yen"
            label="割引の合計の上限"
            unit="円"
            hint="届いたところで終わります。最後の1件は超えることがあります。定期便の2回目からは数えません。"
          />
        </div>
      </Section>
    </>
  )
}

/** ためす: the sentence, and what it would have done in the last 30 days. */
function Trial() {
  const { promotion } = useLoaderData<typeof loader>()
  const { getValues, setError, clearErrors } = useFormContext<Values>()
  const [trial, setTrial] = useState<PromotionTrial | null>(null)
  const [isBusy, setBusy] = useState(false)
  const attempt = async () => {
    setBusy(true)
    setTrial(null)
    clearErrors()
    try {
      setTrial(await api('POST /admin/v1/promotions/trial', { body: { ...bodyOf(getValues()), id: promotion?.id } }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      for (const { path, message } of error.fields) setError(path as never, { message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section title="ためす" lead="保存しないで、この特典が何をするかを文章と直近30日のご注文で確かめます。">
      <Button isBusy={isBusy} onClick={() => void attempt()}>
        ためす
      </Button>
      <div role="status">
        {trial && (
          <div className="mt-3 grid max-w-[800px] gap-2">
            <p>{trial.sentence}</p>
            <p className="numeric font-medium">
              直近30日のご注文{sayNumber(trial.looked_at)}件{trial.is_cut && '(新しい順)'}では、
              {sayNumber(trial.orders)}件に適用され、割引は合わせて{sayYen(trial.yen)}でした。
            </p>
            <p className="text-muted text-xs">
              コードを知らない方や、割引で増えるご注文は考えていません。コードの特典では、これが上限の目安です。
            </p>
          </div>
        )}
      </div>
    </Section>
  )
}
