import { PROMOTION_EFFECT_NAME } from '@kushi/contract/admin/promotion'
import { PROMOTION_AUDIENCE_NAME, PROMOTION_SCOPE_NAME, PROMOTION_TRIGGER_NAME } from '@kushi/values/promotion'
import { promotionKindOf } from '@kushi/values/promotion/kinds'
import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { api } from '../../api.ts'
import { choicesOf } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { choiceOf } from '../../ui/item-fields.tsx'
import { Section } from '../../ui/page.tsx'
import type { ChangeValues, Values } from './typed.ts'

/** Of a promotion, or of a 予定 of it. */
type FormValues = Values | { after: ChangeValues }

const { TextField, NumberField, SelectField, Rows } = formFor<FormValues>()

export type PromotionGoods = Awaited<ReturnType<typeof loadGoods>>
export const loadGoods = async () => (await api('GET /admin/v1/products/names')).items

interface FieldsProps {
  /** Prefix of the fields' names in the form: empty, or `after.` in a 予定. */
  prefix?: '' | 'after.'
}

/** 内容: what it gives, on which goods. */
export function PromotionContentFields({ products, prefix = '' }: FieldsProps & { products: PromotionGoods }) {
  const { control, getValues, setValue } = useFormContext<FormValues>()
  const kind = useWatch({ control, name: `${prefix}effect.kind` })
  /** The same name means another figure in another kind. */
  const begin = () => {
    const { fields } = promotionKindOf(getValues(`${prefix}effect.kind`))
    for (const [name, field] of Object.entries(fields))
      setValue(`${prefix}effect.${name}`, 'fresh' in field ? field.fresh : null)
  }
  const choices = products.map(({ id, product_name }) => ({ value: id, label: product_name }))
  const gifts = products
    .flatMap(({ skus }) => skus)
    .filter(({ is_set }) => !is_set)
    .map(choiceOf)
  return (
    <Section title="内容">
      <div className="grid gap-x-6 md:grid-cols-2">
        <TextField
          name={`${prefix}promotion_name`}
          label="名前"
          isRequired
          maxLength={40}
          hint="お客様が、カート・メール・領収書で読む名前です。例: 秋のご愛用感謝クーポン"
        />
        <SelectField
          name={`${prefix}effect.kind`}
          label="何をするか"
          isRequired
          choices={choicesOf(PROMOTION_EFFECT_NAME)}
          onChoose={begin}
        />
        {Object.entries(promotionKindOf(kind).fields).map(([name, field]) =>
          'is_sku' in field ? (
            <SelectField
              key={name}
              name={`${prefix}effect.${name}`}
              label={field.label}
              isNumber
              isRequired
              empty="選択してください"
              choices={gifts}
              hint={field.hint}
            />
          ) : (
            <NumberField
              key={name}
              name={`${prefix}effect.${name}`}
              label={field.form_label ?? field.label}
              unit={field.unit}
              isRequired
            />
          ),
        )}
      </div>
      <p className="mb-1 font-medium text-xs">対象の商品</p>
      <p className="text-muted text-xs">ひとつも選ばなければ、全商品が対象です。</p>
      <Rows name={`${prefix}product_ids`} newRow={{ product_id: null }} add="商品を選ぶ">
        {(n) => (
          <SelectField
            name={`${prefix}product_ids.${n}.product_id`}
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

/** だれに、いつ: for whom, and in which deliveries. `children`: its period, where that can be changed. */
export function AudienceFields({ prefix = '', children }: FieldsProps & { children?: ReactNode }) {
  const { control } = useFormContext<FormValues>()
  const [audience, scope, trigger] = useWatch({
    control,
    name: [`${prefix}audience`, `${prefix}member_scope`, `${prefix}trigger`],
  })
  const isOffer = trigger === 'cancel_offer'
  return (
    <Section title="だれに、いつ">
      <div className="grid gap-x-6 md:grid-cols-2">
        <SelectField
          name={`${prefix}trigger`}
          label="適用のしかた"
          isRequired
          choices={choicesOf(PROMOTION_TRIGGER_NAME)}
          hint={
            isOffer
              ? '公開したあと、選択肢の設定の「解約の理由」で、理由のそばに選んでください。続いている定期便に、次のお届けから付きます。'
              : trigger === 'landing_page'
                ? '公開したあと、申し込みページの「このページの特典」で選んでください。'
                : undefined
          }
        />
        <SelectField
          name={`${prefix}member_scope`}
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
        <SelectField
          name={`${prefix}audience`}
          label="使える回数"
          isRequired
          choices={choicesOf(PROMOTION_AUDIENCE_NAME)}
        />
        {audience === 'again' && (
          <NumberField name={`${prefix}again_after_months`} label="もう1回使えるまで" unit="か月" isRequired />
        )}
        {children}
        {!isOffer && (
          <SelectField
            name={`${prefix}cart_type`}
            label="買いかた"
            isNumber
            empty="通常購入と定期便"
            choices={[
              { value: 0, label: '通常購入だけ' },
              { value: 1, label: '定期便だけ' },
            ]}
          />
        )}
        <NumberField
          name={`${prefix}min_amount`}
          label="お買い上げの下限"
          unit="円以上"
          hint="対象の商品の、割引前の合計で判定します。空欄なら下限なし。"
        />
        {!isOffer && <NumberField name={`${prefix}from_cycle`} label="定期便の何回目から" unit="回目から" isRequired />}
        <NumberField
          name={`${prefix}to_cycle`}
          label={isOffer ? '次のお届けから何回' : '定期便の何回目まで'}
          unit={isOffer ? '回' : '回目まで'}
          hint={
            isOffer
              ? '空欄なら、続くかぎり毎回。付けたときの内容のまま続きます。'
              : '空欄なら、続くかぎり毎回。期間中に始まった定期便に、始まったときの内容のまま続きます。'
          }
        />
      </div>
    </Section>
  )
}

export const Period = () => (
  <>
    <TextField name="starts_at" label="始まり" type="datetime-local" isRequired />
    <TextField
      name="ends_at"
      label="終わり"
      type="datetime-local"
      hint="空欄なら、止めるまで続きます。この日時からは使えません。"
    />
  </>
)

/** 併用と上限. */
export function LimitFields({ prefix = '' }: FieldsProps) {
  return (
    <Section title="併用と上限">
      <div className="grid gap-x-6 md:grid-cols-2">
        <TextField
          name={`${prefix}stack_group`}
          label="併用グループ"
          maxLength={20}
          hint="同じグループの特典は、いちばんお得な1つだけになります。空欄なら、どの特典とも併用できます。"
        />
        <NumberField
          name={`${prefix}max_uses`}
          label="先着"
          unit="件まで"
          hint="空欄なら制限なし。キャンセルされた分は戻ります。"
        />
        <NumberField
          name={`${prefix}budget_yen`}
          label="割引の合計の上限"
          unit="円"
          hint="届いたところで終わります。最後の1件は超えることがあります。定期便の2回目からは数えません。"
        />
      </div>
    </Section>
  )
}
