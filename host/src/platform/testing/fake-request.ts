/** A request whose progress and end the test decides. */
export class FakeRequest extends EventTarget {
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  url = '';
  form = new FormData();
  aborted = false;
  responseText = '';
  open(_method: string, url: string) {
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader() {
    return null;
  }
  send(form: FormData) {
    this.form = form;
  }
  abort() {
    this.aborted = true;
  }
  sent(loaded: number, total = 100) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: true, loaded, total }));
  }
  received(loaded: number) {
    this.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: false, loaded, total: 0 }));
  }
  answer(body: unknown) {
    this.upload.dispatchEvent(new Event('load'));
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    this.dispatchEvent(new Event('load'));
  }
  fail() {
    this.dispatchEvent(new Event('error'));
  }
}
