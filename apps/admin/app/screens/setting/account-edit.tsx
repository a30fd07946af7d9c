import type { Account } from '@kushi/contract/admin/account'
import { ApiError } from '@kushi/contract/client'
import { PROVIDER_ACCOUNT_KIND_NAME, PROVIDER_ACCOUNT_VARIABLES } from '@kushi/values/shop-account'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { toast } from '../../shell/toast.tsx'
import { ConfirmDialog } from '../../ui/ask.tsx'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'

const { Form, TextField, TextAreaField, SelectField, CheckField } = formFor<Values>()

export async function loader({ params }: LoaderFunctionArgs) {
  const { items } = await api('GET /admin/v1/setting/accounts')
  const found = items.find(({ kind }) => kind === params.kind)
  if (!found) throw new Response('', { status: 404 })
  return found
}

type Values = { values: Record<string, string>; removed: Record<string, boolean> }

/** One account: accepts new values, but never shows the stored ones. */
export function Component() {
  const account = useLoaderData<typeof loader>()
  const { kind, source, values } = account
  const { revalidate } = useRevalidator()
  const [saved, setSaved] = useState(0)
  const params = { kind }
  const empty: Values = { values: Object.fromEntries(values.map(({ name }) => [name, ''])), removed: {} }
  return (
    <Page title={PROVIDER_ACCOUNT_KIND_NAME[kind]} parent={{ to: '/setting/accounts', name: 'アカウント' }}>
      <AccountState account={account} onChange={revalidate} />
      <Form
        // A new form after saving, so that no typed secret stays on the screen.
        key={saved}
        values={empty}
        submit="保存する"
        permission="account.manage"
        save={async ({ removed, ...given }) => {
          const removed_values = Object.keys(removed).filter((name) => removed[name])
          await api('PUT /admin/v1/setting/accounts/{kind}', { params, body: { ...given, removed_values } })
          toast('アカウントを保存しました')
          await revalidate()
          setSaved((times) => times + 1)
        }}
      >
        <Section
          title={source === 'own' ? '値を入れ替える' : 'アカウントを登録する'}
          lead={
            source === 'own'
              ? '変える項目だけを入力してください。空欄の項目は、いまの値のままです。'
              : 'サービスの管理画面にある値を、そのまま入力してください。'
          }
        >
          {values.map((one) => (
            <ValueField key={one.name} {...one} isNew={source !== 'own'} />
          ))}
        </Section>
      </Form>
    </Page>
  )
}

function ValueField(value: Account['values'][number] & { isNew: boolean }) {
  const { label, is_optional } = PROVIDER_ACCOUNT_VARIABLES[value.name]!
  return (
    <>
      <ValueControl {...value} />
      {value.masked !== null && is_optional && (
        <CheckField name={`removed.${value.name}`} label={`登録済みの「${label}」を消す`} />
      )}
    </>
  )
}

function ValueControl({ name, masked, isNew }: Account['values'][number] & { isNew: boolean }) {
  const { label, hint, choices, is_optional } = PROVIDER_ACCOUNT_VARIABLES[name]!
  const hints = [masked === null ? null : `いまの値: ${masked}`, hint].filter(Boolean).join(' ')
  const own = { name: `values.${name}` as const, label, hint: hints, isRequired: isNew && !is_optional }
  if (choices)
    return (
      <SelectField
        {...own}
        choices={choices.map(({ value, name: text }) => ({ value, label: text }))}
        empty={masked === null ? '選んでください' : 'いまのまま'}
        className="max-w-[320px]"
      />
    )
  if (/_(KEY|TOKEN|CERTIFICATE|FILE)$/.test(name))
    return <TextAreaField {...own} spellCheck={false} rows={3} className="max-w-[680px]" />
  return <TextField {...own} spellCheck={false} className="max-w-[480px]" />
}

type CheckResults = { about: string; is_good: boolean }[]

/** Whether the account is set, and whether it works. */
function AccountState({ account: { kind, source, is_usable }, onChange }: { account: Account; onChange(): unknown }) {
  const [answers, setAnswers] = useState<CheckResults | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const params = { kind }
  const attempt = async (work: () => Promise<unknown>) => {
    setError(null)
    setBusy(true)
    try {
      await work()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    } finally {
      setBusy(false)
    }
  }
  const ask = () =>
    attempt(async () => setAnswers((await api('POST /admin/v1/setting/accounts/{kind}/test', { params })).items))
  const remove = () =>
    attempt(async () => {
      setLeaving(false)
      await api('DELETE /admin/v1/setting/accounts/{kind}', { params })
      toast('アカウントを外しました')
      setAnswers(null)
      await onChange()
    })
  return (
    <Section
      title="いまの状態"
      actions={
        source !== 'none' && (
          <Button onClick={() => void ask()} isBusy={isBusy} disabled={isBusy}>
            接続を確認する
          </Button>
        )
      }
    >
      <Refusal>{error}</Refusal>
      <p>
        {is_usable
          ? sourceTexts[source]
          : '保存した値を読み取れないため、このサービスは止まっています。登録し直してください。'}
      </p>
      <div role="status">{answers && <AnswerList answers={answers} />}</div>
      {source === 'own' && (
        <Button look="danger" className="mt-4" onClick={() => setLeaving(true)}>
          アカウントを外す
        </Button>
      )}
      <ConfirmDialog
        isOpen={isLeaving}
        title={`${PROVIDER_ACCOUNT_KIND_NAME[kind]}を外しますか?`}
        action="外す"
        onConfirm={remove}
        onCancel={() => setLeaving(false)}
      >
        外すと、このサービスをこの店舗では使えなくなります。進行中のお支払いや発送の報告も止まりますので、終わってから外してください。
      </ConfirmDialog>
    </Section>
  )
}

const sourceTexts: Record<Account['source'], string> = {
  own: 'この店舗のアカウントを使っています。',
  installation: 'サーバーの設定にあるアカウントを使っています。ここに登録すると、登録した方を使います。',
  stand_in: 'サンドボックスを使っています。お金は動かず、メールもLINEも外へは届きません。',
  none: 'まだ登録していません。',
}

function AnswerList({ answers }: { answers: CheckResults }) {
  if (answers.length === 0) return <p className="mt-2 text-muted">確認できるものがありません。値をご確認ください。</p>
  return (
    <ul className="mt-2 space-y-1">
      {answers.map(({ about, is_good }) => (
        <li key={about} className="flex flex-wrap items-center gap-2">
          <State tone={is_good ? 'good' : 'stuck'}>{is_good ? 'つながりました' : 'つながりませんでした'}</State>
          {about}
          {!is_good && <span className="text-muted text-xs">値と、サービス側の設定をご確認ください。</span>}
        </li>
      ))}
    </ul>
  )
}
