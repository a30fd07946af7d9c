import { useFormContext } from 'react-hook-form'
import { TextField } from '../../ui/text-field.tsx'
import { type SupplierFields, spaced, spacedKana } from './supplier-fields.ts'

/** 会社名 and the name of whoever is in charge. A name is written with a space in it, as the shop's lists have it. */
export function CompanyNameFields() {
  const { register, formState } = useFormContext<SupplierFields>()
  const { errors } = formState
  return (
    <>
      <TextField
        {...register('company_name')}
        label="会社名"
        required
        hint="屋号や店舗名でもお申し込みいただけます"
        placeholder="株式会社 椿野"
        autoComplete="organization"
        error={errors.company_name?.message}
        normalize={(typed) => typed.trim()}
      />
      <TextField
        {...register('name')}
        label="お名前"
        required
        hint="ご担当の方。姓と名の間を空けてください"
        placeholder="山田 花子"
        autoComplete="name"
        error={errors.name?.message}
        normalize={spaced}
      />
      <TextField
        {...register('name_kana')}
        label="お名前(かな)"
        required
        hint="せいとめいの間を空けてください"
        placeholder="やまだ はなこ"
        autoComplete="off"
        error={errors.name_kana?.message}
        normalize={spacedKana}
      />
    </>
  )
}
