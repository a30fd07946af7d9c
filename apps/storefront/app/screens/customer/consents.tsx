import { useFormContext } from 'react-hook-form'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { FormSection } from '../purchase/form/form-section.tsx'
import type { ProfileFields } from './profile-form.ts'

/** 特定電子メール: consent to news, per channel. What an order needs to be told is sent in any case. */
export function Consents({ isLinked }: { isLinked: boolean }) {
  const { register } = useFormContext<ProfileFields>()
  return (
    <FormSection
      title="お知らせの受け取り"
      lead="新商品やお得なお知らせをお送りします。いつでも止められます。ご注文や定期便の大切なご連絡は、設定にかかわらずお送りします。"
    >
      <div className="grid gap-2">
        <CheckboxField {...register('member.mail_magazine_flag')} label="メールで受け取る" />
        <CheckboxField
          {...register('line_magazine_flag')}
          label="LINEで受け取る"
          hint={isLinked ? undefined : 'LINEと連携すると、お送りできます'}
        />
      </div>
    </FormSection>
  )
}
