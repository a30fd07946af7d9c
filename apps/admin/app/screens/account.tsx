import { ApiError } from '@kushi/contract/client'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '../api.ts'
import { createPasskey } from '../passkey.ts'
import { toast } from '../shell/toast.tsx'
import { Button } from '../ui/button.tsx'
import { Refusal } from '../ui/dialog.tsx'
import { Page, Section } from '../ui/page.tsx'
import { State } from '../ui/state.tsx'
import { Time } from '../ui/time.tsx'

export const loader = async () => {
  const [passkeys, sessions] = await Promise.all([api('GET /admin/v1/me/passkeys'), api('GET /admin/v1/me/sessions')])
  return { passkeys: passkeys.items, sessions: sessions.items }
}

/** 自分の設定: passkeys, recovery codes, signed-in devices. */
export function Component() {
  const { passkeys, sessions } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [error, setError] = useState<string | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    setError(null)
    try {
      await work()
      toast(done)
      await revalidate()
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : 'この端末ではパスキーを登録できませんでした。')
    }
  }
  const addPasskey = async () => {
    const { options } = await api('POST /admin/v1/me/passkeys/options')
    const answer = await createPasskey(options)
    const name = /iPhone|iPad|Android|Mac|Windows|Linux/.exec(navigator.userAgent)?.[0] ?? 'この端末'
    await api('POST /admin/v1/me/passkeys', { body: { name, answer } })
  }
  return (
    <Page title="自分の設定">
      <Refusal>{error}</Refusal>
      <Section
        title="パスキー"
        lead="指紋や顔、端末の暗証番号でログインできます。パスワードより安全で、入力もいりません。"
        actions={
          <Button look="primary" onClick={() => void attempt(addPasskey, 'パスキーを登録しました')}>
            この端末を登録する
          </Button>
        }
      >
        {passkeys.length === 0 ? (
          <p className="text-muted">まだ登録されていません。</p>
        ) : (
          <ul className="divide-y divide-line">
            {passkeys.map(({ id, name, created_at, used_at }) => (
              <li key={id} className="flex items-center gap-4 py-2">
                <span className="mr-auto">{name}</span>
                <span className="text-muted text-xs">
                  登録 <Time value={created_at} />
                  {used_at && (
                    <>
                      {' '}
                      最後の使用 <Time value={used_at} />
                    </>
                  )}
                </span>
                <Button
                  look="danger"
                  onClick={() =>
                    void attempt(
                      () => api('DELETE /admin/v1/me/passkeys/{id}', { params: { id } }),
                      'パスキーを削除しました',
                    )
                  }
                >
                  削除
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section
        title="予備コード"
        lead="認証アプリが使えないときに、コードの代わりに一度ずつ使えます。"
        actions={
          <Button
            onClick={() =>
              void attempt(
                async () => setCodes((await api('POST /admin/v1/me/recovery-codes')).recovery_codes),
                '予備コードを作り直しました',
              )
            }
          >
            作り直す
          </Button>
        }
      >
        {codes ? (
          <ul className="grid max-w-[400px] grid-cols-2 gap-1 rounded-base bg-sand p-3 font-mono">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        ) : (
          <p className="text-muted">作り直すと、前の予備コードはすべて使えなくなります。</p>
        )}
      </Section>
      <Section
        title="ログイン中の端末"
        actions={
          <Button
            onClick={() =>
              void attempt(() => api('DELETE /admin/v1/me/sessions'), 'ほかの端末をすべてログアウトしました')
            }
          >
            ほかの端末をすべてログアウト
          </Button>
        }
      >
        <ul className="divide-y divide-line">
          {sessions.map(({ id, user_agent, ip, seen_at, is_this }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
              <span className="mr-auto min-w-0 max-w-[560px] truncate text-xs" title={user_agent}>
                {user_agent}
              </span>
              <span className="text-muted text-xs">
                {ip} <Time value={seen_at} />
              </span>
              {is_this ? (
                <State tone="good">この端末</State>
              ) : (
                <Button
                  onClick={() =>
                    void attempt(
                      () => api('DELETE /admin/v1/me/sessions/{id}', { params: { id } }),
                      'ログアウトしました',
                    )
                  }
                >
                  ログアウト
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  )
}
