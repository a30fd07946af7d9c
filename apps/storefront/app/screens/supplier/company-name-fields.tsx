import type { SupplierFields } from '../../form/supplier.ts'
import { useFields } from '../../form/use-fields.ts'
import { spaced, spacedKana } from '../../form/writing.ts'
import { TextField } from '../../ui/text-field.tsx'

/** 会社名 and the name of the person in charge. A name is written with a space in it, as the shop's lists have it. */
export function CompanyNameFields() {
  const { field } = useFields<SupplierFields>()
  return (
    <>
      <TextField
        {...field('company_name')}
        label="会社名"
        required
        hint="屋号や店舗名でもお申し込みいただけます"
        placeholder="株式会社 椿野"
        autoComplete="organization"
        normalize={(typed) => typed.trim()}
      />
      <TextField
        {...field('name')}
        label="お名前"
        required
        hint="ご担当の方。姓と名の間を空けてください"
        placeholder="山田 花子"
        autoComplete="name"
        normalize={spaced}
      />
      <TextField
        {...field('name_kana')}
        label="お名前(かな)"
        required
        hint="せいとめいの間を空けてください"
        placeholder="やまだ はなこ"
        autoComplete="off"
        normalize={spacedKana}
      />
    </>
  )
}
