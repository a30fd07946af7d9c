/** LINE's own look, so that nobody takes these pages for the shop's. */
export const LINE_CSS = `
:root{--line-green:#06C755;--line-deep:#05803A}
body{background:#F5F6F8}.app{background:#fff;border:1px solid #DFE2E6;border-radius:4px;overflow:hidden}
.app header{background:var(--line-deep);color:#fff;padding:12px 16px;font-weight:600}
.app section{padding:16px}.app h1{font:600 20px/1.5 var(--gothic);letter-spacing:0;margin:0 0 8px}
.app h2{font:600 15px/1.5 var(--gothic);letter-spacing:0;border:0;margin:20px 0 4px;padding:0}
fieldset{border:0;margin:0;padding:0}legend{font-weight:600;padding:0}
.person,.tick{display:flex;gap:12px;align-items:center;min-height:52px;padding:4px 0;border-top:1px solid #EBEDF0;color:var(--ink);font-size:15px;cursor:pointer}
.person:first-of-type{border-top:0}.person input,.tick input{min-height:0;width:20px;height:20px;flex:none;accent-color:var(--line-deep)}
.person small{display:block;color:var(--muted);font-size:13px;line-height:1.5}
.app button{width:100%;margin-top:12px}button.main{background:var(--line-deep);border-color:var(--line-deep)}
`
