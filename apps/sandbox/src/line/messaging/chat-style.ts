const gaps = { xs: 2, sm: 4, md: 8, lg: 12, xl: 16 }
const sizes = { xs: 13, sm: 14, md: 16, lg: 19, xl: 22 }
const each = (table: Record<string, number>, rule: (name: string, px: number) => string) =>
  Object.entries(table)
    .map(([name, px]) => rule(name, px))
    .join('')

/** A phone with a chat in it. */
export const CHAT_CSS = `
.phone{max-width:390px;margin:0 auto;border:1px solid #C9CED6;border-radius:24px;overflow:hidden;background:#8CABD9;color:#1E1E1E}
.phone>header{display:flex;justify-content:space-between;align-items:center;background:#F7F8FA;padding:12px 16px;font-weight:600}
.phone .chat{min-height:420px;max-height:70vh;overflow-y:auto;padding:16px;display:grid;gap:12px;align-content:start}
.phone .at{justify-self:center;font-size:12px;background:#3D5A80;color:#fff;border-radius:10px;padding:0 10px}
.bubble{background:#fff;border-radius:14px;overflow:hidden;max-width:300px;line-height:1.5}.bubble.words{padding:10px 14px;white-space:pre-wrap}
.bubble .block{padding:16px}.bubble .footer{padding-top:0}.bubble p{margin:0;overflow-wrap:anywhere}.bubble hr{border:0;border-top:1px solid #E3E6EB;width:100%}
.bubble .fbox{display:flex;flex-direction:column;min-width:0}.bubble .horizontal,.bubble .baseline{flex-direction:row}.bubble .baseline{align-items:baseline}
.bubble .bold{font-weight:700}.bubble .muted{color:#5F6670}.bubble .center{text-align:center}.bubble img{width:72px;border-radius:4px}
.tap{display:block;text-align:center;padding:11px;border-radius:8px;text-decoration:none;font-weight:600;color:#2B5AA0}.tap.primary{background:#A4303F;color:#fff}
.phone footer{background:#F7F8FA;padding:12px 16px;display:flex;gap:8px;flex-wrap:wrap}.phone footer form{margin:0}
${each(gaps, (name, px) => `.bubble .gap-${name}{gap:${px}px}.bubble .m-${name}{margin-top:${px}px}`)}
${each(sizes, (name, px) => `.bubble .t-${name}{font-size:${px}px}`)}
${[1, 2, 3, 4, 5].map((n) => `.bubble .f-${n}{flex:${n} 1 0}`).join('')}
.people{display:flex;flex-wrap:wrap;gap:8px;list-style:none;padding:0}.people a[aria-current]{font-weight:700;text-decoration:none;color:inherit}
`
