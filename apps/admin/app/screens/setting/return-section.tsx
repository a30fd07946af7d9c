import type { ShopSetting } from '@kushi/contract/admin/shop-setting'
import { RETURN_FEE_PAYER_NAME } from '@kushi/values/promise'
import { choicesOf } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Section } from '../../ui/page.tsx'

const { TextField, NumberField, SelectField } = formFor<ShopSetting>()

/** 返品の決まり: said on the confirmation, in mails and wherever a text has the block. */
export function ReturnSection() {
  return (
    <Section
      title="返品の決まり"
      lead="注文の確認画面と、{返品の条件}などを入れた文章に、このまま出ます。商品だけの決まりは、商品の画面で書きます。"
    >
      <div className="grid gap-x-6 md:grid-cols-2">
        <NumberField
          name="return_days"
          label="お客様の都合による返品(届いてから)"
          unit="日以内"
          hint="空欄にすると、お客様の都合による返品は受け付けません。"
        />
        <TextField name="return_condition" label="返品できるもの" hint="例: 未開封・未使用" />
        <SelectField
          name="return_fee_by"
          label="お客様の都合による返品の送料"
          choices={choicesOf(RETURN_FEE_PAYER_NAME)}
        />
        <NumberField
          name="defect_days"
          label="不良品・お届け違いのご連絡(届いてから)"
          unit="日以内"
          isRequired
          hint="送料は、いつも当店の負担です。"
        />
      </div>
    </Section>
  )
}
