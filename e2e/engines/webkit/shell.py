#!/usr/bin/python3
"""A companion app around a real WebKit view, driven by WebKitWebDriver.

With --native URL it registers the script message handler `companion`, so that the page finds
window.webkit.messageHandlers.companion as on iOS, and asks that address what to answer. Without it the view is a plain
browser. MiniBrowser can't go below 447 px of width; this window can.
"""
import argparse
import json
import sys
import threading
import urllib.request

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gdk, GLib, Gtk, WebKit2  # noqa: E402 - the versions must be named first

IPHONE = (
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) '
    'Mobile/15E148 CompanionApp/9.1.0'
)

parser = argparse.ArgumentParser()
parser.add_argument('--native', default='', help='address that answers the bridge; none: a plain browser')
parser.add_argument('--width', type=int, default=390)
parser.add_argument('--height', type=int, default=844)
options, _ = parser.parse_known_args()


def say(*words):
    print(*words, file=sys.stderr, flush=True)


def ask(message):
    """What the app tells the page when it is sent this message: a list, the answer last."""
    request = urllib.request.Request(options.native, json.dumps(message).encode(), {'content-type': 'application/json'})
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


def tell(view, what):
    script = 'window.companion && window.companion.receive(%s)' % json.dumps(what)
    view.evaluate_javascript(script, -1, None, None, None, None)
    return False


def answering(view):
    def received(_manager, result):
        value = result.get_js_value() if hasattr(result, 'get_js_value') else result
        message = json.loads(value.to_json(0)) if value.is_object() else json.loads(value.to_string())

        def work():
            try:
                for told in ask(message):
                    GLib.idle_add(tell, view, told)
            except Exception as error:
                say('NATIVE', error)

        threading.Thread(target=work, daemon=True).start()

    return received


def take_focus(window, view):
    # There is no window manager: without this the page is never active, and :focus matches nothing.
    if window.get_window():
        window.get_window().focus(Gdk.CURRENT_TIME)
        view.grab_focus()
    return False


def make_view():
    manager = WebKit2.UserContentManager()
    settings = WebKit2.Settings()
    settings.set_enable_write_console_messages_to_stdout(True)
    settings.set_enable_developer_extras(True)  # else some messages stay inside
    settings.set_enable_page_cache(True)
    if options.native:
        settings.set_user_agent(IPHONE)
    view = WebKit2.WebView(
        web_context=context, user_content_manager=manager, settings=settings, is_controlled_by_automation=True
    )
    if options.native:
        manager.connect('script-message-received::companion', answering(view))
        manager.register_script_message_handler('companion')
    window = Gtk.Window()
    window.set_default_size(options.width, options.height)
    window.add(view)
    window.show_all()
    GLib.timeout_add(150, take_focus, window, view)
    GLib.timeout_add(800, take_focus, window, view)
    view.connect('web-process-terminated', lambda _view, reason: say('CRASHED', reason))
    view.connect('close', lambda _view: window.destroy())
    return view


def automation_started(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name('shell')
    info.set_version(1, 0, 0)
    session.set_application_info(info)
    session.connect('create-web-view', lambda _session: make_view())


Gtk.init([])
context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.set_cache_model(WebKit2.CacheModel.WEB_BROWSER)
context.set_preferred_languages(['zh-CN'])
context.connect('automation-started', automation_started)
Gtk.main()
