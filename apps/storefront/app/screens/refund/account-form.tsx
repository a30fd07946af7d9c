import { zodResolver } from '@hookform/resolvers/zod'
import type { BankRefund } from '@kushi/contract/bank-refund'
import { BankAccountForm } from '@kushi/contract/form/bank-account'
import { BANK_ACCOUNT_TYPE_NAME, type BankAccountType } from '@kushi/values/bank-transfer'
import { useForm } from 'react-hook-form'
import { bareApi } from '../../api.ts'
import { formOf } from '../../form/codec.ts'
import { Form } from '../../form/form.tsx'
import { useFields } from '../../form/use-fields.ts'
import { useSaving } from '../../form/use-saving.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

const first = {
  bank_name: '',
  bank_code: '',
  branch_name: '',
  branch_code: '',
  deposit_type: '1',
  account_number: '',
  holder: '',
}

const accountForm = formOf({
  write: (typed: typeof first) => ({ ...typed, deposit_type: Number(typed.deposit_type) as BankAccountType }),
  schema: BankAccountForm,
})

/** 振込先の口座. It is never stored in the browser. */
export function AccountForm({ token, onGiven: onSaved }: { token: string; onGiven(refund: BankRefund): void }) {
  const form = useForm({ mode: 'onTouched', resolver: zodResolver(accountForm), defaultValues: first })
  const { submit, isPending, problem } = useSaving(form, {
    save: async (account) => onSaved(await bareApi('POST /v1/order/refund-account', { body: { token, account } })),
    pathOf: (path) => path.replace(/^account\./, ''),
  })
  return (
    <Form form={form} onSubmit={(event) => void submit(event)} className="grid gap-4">
      {problem && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <AccountFields />
      <Button type="submit" wide pending={isPending}>
        この口座への振込を依頼する
      </Button>
      <p className="text-xs text-muted">
        口座の情報は、この返金のためだけに暗号化してお預かりし、お振り込みのあとに消去します。
      </p>
    </Form>
  )
}

function AccountFields() {
  const { field } = useFields<typeof first>()
  const digits = { inputMode: 'numeric', autoComplete: 'off' } as const
  return (
    <>
      <TextField {...field('bank_name')} label="銀行名" autoComplete="off" />
      <TextField
        {...field('bank_code')}
        {...digits}
        label="銀行コード(4桁)"
        hint="通帳、キャッシュカード、銀行のアプリに書かれています"
      />
      <TextField {...field('branch_name')} label="支店名" autoComplete="off" />
      <TextField {...field('branch_code')} {...digits} label="支店コード(3桁)" />
      <SelectField
        {...field('deposit_type')}
        label="口座の種類"
        options={Object.entries(BANK_ACCOUNT_TYPE_NAME).map(([value, label]) => ({ value, label }))}
      />
      <TextField
        {...field('account_number')}
        {...digits}
        label="口座番号"
        hint="ゆうちょ銀行は、記号・番号ではなく、振込用の店番と口座番号を入力してください"
      />
      <TextField {...field('holder')} label="口座名義(カタカナ)" hint="例: ヤマグチ ハナコ" autoComplete="off" />
    </>
  )
}
