import { type Html, html } from './html.ts'
import { page } from './page.ts'

/** How the page of a wallet looks. */
const WALLET_CSS = `
:root{--wallet:#B3261E}
body{background:#F4F4F5}.wallet{background:#fff;border:1px solid #D9D9DE;border-radius:8px;overflow:hidden;max-width:480px;margin:16px auto}
.wallet header{background:var(--wallet);color:#fff;padding:12px 16px;font-weight:600}
.wallet section{padding:16px}.wallet h1{font:600 20px/1.5 var(--gothic);letter-spacing:0;margin:0 0 8px}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;margin:16px 0;padding:12px 0;border:solid #D9D9DE;border-width:1px 0}dt{color:#55606E}dd{margin:0;text-align:right}
.wallet button{width:100%;margin-top:12px}button.main{background:var(--wallet);border-color:var(--wallet)}
.wrong{color:var(--danger);font-weight:600}
`

/** A page of a wallet, as a customer sees it. `formTargets`: origins to which its forms lead. */
export const walletPage = (
  wallet: string,
  title: string,
  body: Html,
  more: { status?: number; formTargets?: string[] } = {},
): Response =>
  page({
    title: `${title} - ${wallet}`,
    plain: true,
    foreign: true,
    css: WALLET_CSS,
    ...more,
    body: html`<div class="wallet"><header>${wallet}（代役）</header><section>${body}</section></div>`,
  })
