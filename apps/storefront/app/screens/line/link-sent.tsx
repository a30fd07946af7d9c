import { Notice } from '../../ui/notice.tsx'

/** The confirmation link was sent by mail. Only the same LINE account can use it. */
export const LinkSent = ({ email }: { email: string }) => (
  <Notice tone="leaf" role="status" title="確認のメールをお送りしました">
    <strong className="font-medium break-all">{email}</strong>{' '}
    に届いたURLを、1時間以内に、同じLINEアカウントでお開きください。届かないときは、迷惑メールのフォルダーをご確認ください。
  </Notice>
)
