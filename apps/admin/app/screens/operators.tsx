import { ApiError } from '@kushi/contract/client'
import { ROLE_NAME, type Role } from '@kushi/values/role'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '../api.ts'
import { useMe } from '../me.ts'
import { toast } from '../shell/toast.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, Refusal } from '../ui/dialog.tsx'
import { choicesOf } from '../ui/field.tsx'
import { formFor } from '../ui/form-for.ts'
import { Page } from '../ui/page.tsx'
import { State } from '../ui/state.tsx'
import { Time } from '../ui/time.tsx'
import { StopDialog } from './operator-stop.tsx'

const { Form, TextField, SelectField } = formFor<{ email: string; role: Role }>()

export const loader = () => api('GET /admin/v1/operators')
type Operator = Awaited<ReturnType<typeof loader>>['items'][number]

const roles = choicesOf(ROLE_NAME)

export function Component() {
  const { items } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [isInviting, setInviting] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const change = async (work: () => Promise<unknown>, done: string, undo?: () => Promise<unknown>) => {
    setError(null)
    try {
      await work()
      toast(done, undo && (() => void undo().then(() => revalidate())))
      await revalidate()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    }
  }
  return (
    <Page
      title="担当者"
      lead="管理画面を使える人です。「停止」すると、この店舗にはすぐに入れなくなります。"
      actions={
        <Button look="primary" onClick={() => setInviting(true)}>
          担当者を招待する
        </Button>
      }
    >
      <Refusal>{error}</Refusal>
      <table className="w-full text-left">
        <thead className="border-edge border-b text-muted text-xs">
          <tr>
            <th className="py-1 font-normal">名前</th>
            <th className="font-normal">役割</th>
            <th className="hidden font-normal md:table-cell">ログイン方法</th>
            <th className="hidden font-normal md:table-cell">最後のログイン</th>
            <th className="font-normal">
              <span className="sr-only">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((one) => (
            <Row key={one.id || `invited ${one.email}`} operator={one} change={change} />
          ))}
        </tbody>
      </table>
      <Invite
        isOpen={isInviting}
        onClose={() => {
          setInviting(false)
          void revalidate()
        }}
      />
    </Page>
  )
}

interface RowProps {
  operator: Operator
  change(work: () => Promise<unknown>, done: string, undo?: () => Promise<unknown>): Promise<void>
}

function Row({ operator, change }: RowProps) {
  const me = useMe()
  const { id, name, email, role, is_installation, has_passkey, has_totp, signed_in_at, stopped_at, is_invited } =
    operator
  const mayResume = !operator.is_stopped_everywhere || me.is_installation
  const mayStop = !is_invited && stopped_at === null && id !== me.id
  const params = { id }
  const resume = () => api('POST /admin/v1/operators/{id}/resume', { params })
  const [asking, setAsking] = useState<{ isForAllShops: boolean } | null>(null)
  const stop = (everywhere: boolean, with_api_keys = false) =>
    void change(
      () => api('POST /admin/v1/operators/{id}/stop', { params, body: { everywhere, with_api_keys } }),
      `${name}さんを${everywhere ? '全店舗で' : ''}停止しました`,
      resume,
    )
  return (
    <tr className="border-line border-b">
      <td className="py-2 pr-3">
        {name || email}
        {name && email && <span className="block text-muted text-xs">{email}</span>}
      </td>
      <td className="pr-3">
        {is_invited || is_installation ? (
          <>
            {ROLE_NAME[role]}
            {is_installation && <span className="ml-1 text-muted text-xs">全店舗</span>}
          </>
        ) : (
          <select
            aria-label={`${name}の役割`}
            className="control w-auto"
            value={role}
            onChange={(event) => {
              const next = event.target.value as Role
              const set = (to: Role) => api('PUT /admin/v1/operators/{id}/role', { params, body: { role: to } })
              void change(
                () => set(next),
                `${name}さんを「${ROLE_NAME[next]}」にしました`,
                () => set(role),
              )
            }}
          >
            {roles.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </td>
      <td className="hidden pr-3 text-xs md:table-cell">
        {[has_passkey && 'パスキー', has_totp && 'パスワードとコード'].filter(Boolean).join('、') || '—'}
      </td>
      <td className="hidden pr-3 text-xs md:table-cell">
        {signed_in_at ? <Time value={signed_in_at} isRelative /> : '—'}
      </td>
      <td className="text-right">
        {is_invited && <State tone="attention">招待中</State>}
        {stopped_at !== null && (
          <>
            <span className="mr-2 text-muted text-xs">
              {operator.is_stopped_everywhere ? '全店舗で停止中' : '停止中'}
            </span>
            {mayResume && <Button onClick={() => void change(resume, `${name}さんを戻しました`)}>停止を解除</Button>}
          </>
        )}
        {mayStop && !is_installation && (
          <Button
            look="danger"
            onClick={() => (operator.api_keys.length > 0 ? setAsking({ isForAllShops: false }) : stop(false))}
          >
            停止
          </Button>
        )}
        {mayStop && me.is_installation && (
          <Button look="danger" className="ml-2" onClick={() => setAsking({ isForAllShops: true })}>
            全店舗で停止
          </Button>
        )}
        {asking && (
          <StopDialog
            operator={operator}
            {...asking}
            onClose={() => setAsking(null)}
            stop={(with_api_keys) => {
              setAsking(null)
              stop(asking.isForAllShops, with_api_keys)
            }}
          />
        )}
      </td>
    </tr>
  )
}

function Invite({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="担当者を招待する">
      <Form
        values={{ email: '', role: 'orders' }}
        submit="招待メールを送る"
        done="招待メールを送りました"
        save={async (body) => {
          await api('POST /admin/v1/operators/invite', { body })
          onClose()
        }}
      >
        <TextField name="email" label="メールアドレス" type="email" isRequired />
        <SelectField name="role" label="役割" choices={roles} />
      </Form>
    </Dialog>
  )
}
