/** Introduction of the API document in Markdown: rules that apply to all calls. */
export const apiIntroduction = `
Every call of the shop, for browsers and for any other client. This document is made from the contract that the server itself checks.

## Answers
Success: \`{ "data": … }\`. Failure: \`{ "meta": { "code", "error", "message", "fields"? } }\` with a fitting status; \`message\` is Japanese and ready to show,
\`error\` is a constant name, \`fields\` names what broke a rule (422). Money is whole yen, tax included; a \`date\` is a day in Japan; a time is UTC.
Text is trimmed, kana are composed (NFC). A list in a query repeats its key. A name that a call does not declare, in its query or at any depth of its
body, is refused with 422 and \`message_id\` \`unknown_name\`; only what a PUT replaces may come back with its read-only names (\`id\` …), as they are: another value is refused with \`read_only_name\`,
also one that has moved since it was read (a count, a price of today): read again, or leave those names out.

## Headers of every call
- \`x-shop-id\`: the shop; left out: the installation’s first shop. One that does not exist answers 400 \`ERROR_UNKNOWN_SHOP\`.
- \`x-client-id\`: the client, as the installation knows it. Only \`init\` requires it.
- \`authorization: Bearer <access_token>\`: the member. The token comes from \`POST /v1/common/login/customer/\`, \`POST /v1/customer/new\`,
  \`POST /v1/common/line-account/verify\` or \`POST /v1/common/line-link/confirm\`, lasts 30 days from its last use and ends with \`POST /v1/common/logout\` or a new password.
  A 401 means: forget the token and log in again. What belongs to another member answers 404.
- \`x-as-of\` is for the shop’s own pages while an operator sees the shop as of another day: with the cookie that the admin’s link has set, what is asked of the
  shop is answered as of that moment, as to a guest. What would change something is refused (403 \`ERROR_AS_OF\`); without the cookie it is 409 \`ERROR_AS_OF_OVER\`.

## init: the environment, signed and encrypted
Client id and key come from the operator of the shop (the shop’s own pages carry theirs). Send
\`x-client-id\`, \`x-timestamp\` (unix seconds), \`x-nonce\` (16 to 64 of A–Z a–z 0–9 _ -, new each time) and
\`x-signature\`: HMAC-SHA-256 with the key over \`{client id}\\n{timestamp}\\n{nonce}\` (UTF-8), in lower-case hex. More than 300 seconds off answers
\`ERROR_CLOCK_SKEW\` with the server’s time in \`fields\` (path \`x-timestamp\`): sign again with it.
The answer is AES-256-GCM: the key is HKDF-SHA-256 of the client’s key, salt = the nonce, info = \`kushi-init\`, 32 bytes;
\`iv\` and \`ciphertext\` are base64, the tag is the last 16 bytes. The plain text is JSON, the schema \`EnvironmentConfig\`. It hides nothing secret.

## Cards
A card number never comes here. The browser loads \`payment_script_url\` of \`init\` (null: GMO’s own MpToken loader), hands it
\`payment_shop_id\` and \`payment_public_key\`, and gets a single-use \`token\`, which goes into the calls that ask for one.

## redirect_url
Where an answer carries \`redirect_url\`, send the whole page there (3-D Secure, Amazon Pay). The customer is led back to the shop’s pages
by the server; then ask \`GET /v1/order/public/list?order_no=…\` (or the card list) what became of it. An answer that got lost: send the same
\`idempotency_key\` again.
`.trim()

export const adminApiIntroduction = `
The calls of the shop's own people, for the admin and, with an API key, for other systems. This document is made from the contract that the server itself checks.
Answers and failures have the form of the customers' API (\`/v1/docs\`). A browser sends the operator's cookie and the header \`x-kushi-admin\`; another system
\`authorization: Bearer <API key>\`, which works in its own shop only. A change is recorded in 操作履歴. \`npm run shop -- calls\` lists the same calls for the command line.
`.trim()
