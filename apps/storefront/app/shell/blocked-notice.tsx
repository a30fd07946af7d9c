import { Notice } from '../ui/notice.tsx'
import { useShop } from './use-shell.ts'

/** Cookies or storage are blocked: neither a login nor a cart lasts. */
export default function BlockedNotice() {
  const phone = useShop()?.phone_number
  return (
    <aside aria-label="ブラウザの設定について" className="mx-auto w-full max-w-page px-4 pt-4 md:px-6">
      <Notice tone="warning" title="Cookieまたはデータの保存が止められています">
        このままでは、カートやログインがページを移ると消え、ご注文が終わらないことがあります。ブラウザの設定でこのサイトのCookieとデータの保存を許可していただくか、お電話
        {phone && <span className="whitespace-nowrap">({phone})</span>}でご連絡ください。
      </Notice>
    </aside>
  )
}
