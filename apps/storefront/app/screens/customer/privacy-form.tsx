import { zodResolver } from '@hookform/resolvers/zod'
import { PrivacyForm as Schema } from '@kushi/contract/form/privacy'
import { PRIVACY_KIND_NAME, PRIVACY_KINDS, type PrivacyKind } from '@kushi/values/privacy-request'
import { useForm } from 'react-hook-form'
import { quietApi } from '../../api.ts'
import { Form, FormEnd } from '../../form/form.tsx'
import { useSaving } from '../../form/use-saving.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'

const TOLD: Record<PrivacyKind, string> = {
  disclosure: 'どのような情報があるかを、書面またはデータでお知らせします',
  correction: '誤っている情報を直します。多くは「会員情報」でもご変更いただけます',
  stop: '広告など、ご希望の使い方を止めます',
  erasure: '退会となり、法律で残すもののほかを消します。元には戻せません',
}
const kinds = PRIVACY_KINDS.map((value) => ({ value, label: PRIVACY_KIND_NAME[value], description: TOLD[value] }))

/** What is asked for, and the password as proof of who asks. */
export function PrivacyForm({ onSent }: { onSent: () => Promise<void> }) {
  const form = useForm({
    shouldFocusError: false,
    resolver: zodResolver(Schema),
    defaultValues: { kind: 'disclosure' as PrivacyKind, content: '', password: '' },
  })
  const { errors } = form.formState
  const { submit, isPending, problem } = useSaving(form, {
    save: async (body) => {
      await quietApi('POST /v1/customer/privacy-requests', { body })
      await onSent()
    },
  })
  return (
    <Form form={form} onSubmit={(event) => void submit(event)} className="grid gap-6">
      <RadioCards
        {...form.register('kind')}
        legend="ご請求の種類"
        required
        options={kinds}
        error={errors.kind?.message}
      />
      <TextAreaField
        {...form.register('content')}
        label="ご請求の内容"
        hint="訂正のときは、どの情報をどう直すかをお書きください"
        maxLength={2000}
        error={errors.content?.message}
      />
      <PasswordField
        {...form.register('password')}
        label="パスワード"
        required
        hint="ご本人の確認のため、いまのパスワードを入力してください"
        autoComplete="current-password"
        error={errors.password?.message}
      />
      <FormEnd label="請求する" isPending={isPending} problem={problem} cancelTo="/mypage/customer" />
    </Form>
  )
}
